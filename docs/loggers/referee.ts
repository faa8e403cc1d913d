// Writes poses.csv, shots.csv and meta.json for `lagrange judge`. Node 16 or later.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Vec = { x: number; y: number; z: number };

export class Referee {
  static readonly NOBODY = "-";
  static readonly UNKNOWN = "?";
  private readonly poses: Table;
  private readonly shots: Table;

  constructor(folder: string, meta: object) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "meta.json"), JSON.stringify(meta, null, 2) + "\n");
    this.poses = new Table(join(folder, "poses.csv"), "t_ms,id,x,y,z,alive,can_hit,team\n");
    const columns = "t_ms,shooter,x,y,z,dx,dy,dz,reach,rtt_ms,interp_ms,said\n";
    this.shots = new Table(join(folder, "shots.csv"), columns);
  }
  pose(t: number, id: string, pos: Vec, alive: boolean, canHit: boolean, team = ""): void {
    const flags = `${alive ? 1 : 0},${canHit ? 1 : 0}`;
    this.poses.row(`${number(t)},${text(id)},${vector(pos)},${flags},${text(team)}\n`);
  }
  away(t: number, id: string): void {
    this.poses.row(`${number(t)},${text(id)},,,,0,0,\n`);
  }
  shot(t: number, shooter: string, muzzle: Vec, dir: Vec, reach: number, rttMs: number,
       interpMs: number, said: string): void {
    const ray = `${vector(muzzle)},${vector(dir)},${number(reach)}`;
    const link = `${number(rttMs)},${number(interpMs)}`;
    this.shots.row(`${number(t)},${text(shooter)},${ray},${link},${text(said || "?")}\n`);
  }
  close(): void {
    this.poses.flush();
    this.shots.flush();
  }
}

class Table {
  private readonly path: string;
  private rows = "";
  constructor(path: string, header: string) {
    this.path = path;
    writeFileSync(path, header);
  }
  row(row: string): void {
    this.rows += row;
    if (this.rows.length > 65536) this.flush();
  }
  flush(): void {
    appendFileSync(this.path, this.rows);
    this.rows = "";
  }
}

// With a decimal point in every locale; empty if it is NaN or infinite.
const number = (v: number): string => (Number.isFinite(v) ? String(Math.round(v * 1e6) / 1e6) : "");
const vector = (v: Vec): string => `${number(v.x)},${number(v.y)},${number(v.z)}`;
const text = (s: string): string => (/[",\r\n]/.test(s) ? `"${s.replace(/"/g, '""')}"` : s);
