// Writes poses.csv, shots.csv and meta.json for `lagrange judge`. C# 7; call it from one thread.
using System;
using System.IO;
using System.Text;
public struct Vec { public double x, y, z; } // in Unity instead: using Vec = UnityEngine.Vector3;

public sealed class Referee : IDisposable
{
    public const string Nobody = "-", Unknown = "?";
    readonly StreamWriter poses, shots;
    readonly char[] digits = new char[32];
    static readonly char[] Quoted = { ',', '"', '\r', '\n' };

    public Referee(string folder, string meta)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, "meta.json"), meta + "\n");
        var utf8 = new UTF8Encoding();
        poses = new StreamWriter(Path.Combine(folder, "poses.csv"), false, utf8, 65536);
        shots = new StreamWriter(Path.Combine(folder, "shots.csv"), false, utf8, 65536);
        poses.Write("t_ms,id,x,y,z,alive,can_hit,team\n");
        shots.Write("t_ms,shooter,x,y,z,dx,dy,dz,reach,rtt_ms,interp_ms,said\n");
    }
    public void Pose(double t, string id, Vec pos, bool alive, bool canHit, string team = "")
    {
        Cell(poses, t); Cell(poses, id); Cell(poses, pos);
        poses.Write(alive ? "1," : "0,"); poses.Write(canHit ? "1," : "0,");
        Cell(poses, team, '\n');
    }
    public void Away(double t, string id)
    { Cell(poses, t); Cell(poses, id); poses.Write(",,,0,0,\n"); }
    public void Shot(double t, string shooter, Vec muzzle, Vec dir, double reach, double rttMs,
        double interpMs, string said)
    {
        Cell(shots, t); Cell(shots, shooter); Cell(shots, muzzle); Cell(shots, dir);
        Cell(shots, reach); Cell(shots, rttMs); Cell(shots, interpMs);
        Cell(shots, string.IsNullOrEmpty(said) ? Unknown : said, '\n');
    }
    public void Close() { poses.Dispose(); shots.Dispose(); }
    void IDisposable.Dispose() => Close();
    void Cell(StreamWriter file, double v) // in millionths; empty if it is NaN or infinite
    {
        if (!(Math.Abs(v) < 9e12)) { file.Write(','); return; }
        long n = (long)Math.Round(Math.Abs(v) * 1e6), sign = v < 0 && n > 0 ? -1 : 1;
        int at = 31;
        digits[31] = ',';
        for (int place = 0; place < 6; place++, n /= 10)
            if (at < 31 || n % 10 != 0) digits[--at] = (char)('0' + n % 10);
        if (at < 31) digits[--at] = '.';
        do digits[--at] = (char)('0' + n % 10); while ((n /= 10) > 0);
        if (sign < 0) digits[--at] = '-';
        file.Write(digits, at, 32 - at);
    }
    void Cell(StreamWriter file, Vec v) { Cell(file, v.x); Cell(file, v.y); Cell(file, v.z); }
    static void Cell(StreamWriter file, string s, char end = ',')
    {
        file.Write(s.IndexOfAny(Quoted) < 0 ? s : "\"" + s.Replace("\"", "\"\"") + "\"");
        file.Write(end);
    }
}
