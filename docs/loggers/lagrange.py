"""Asks `lagrange judge` from Python: the standard library alone, Python 3.9 or later."""

import csv
import subprocess

PROGRAM = "lagrange"  # or its path


def explain(poses, shots, meta, rivals=[], out=None, options=[]):
    """Search the rule of rewinding. Returns the text and the exit status: 0 an answer, 1 none,
    2 a table that cannot be read. `out` names a CSV file for the verdicts."""
    command = [PROGRAM, "judge", "--poses", poses, "--shots", shots, "--meta", meta, "--explain"]
    for rule in rivals:
        command += ["--rival", rule]
    if out:
        command += ["--out", out]
    done = subprocess.run([*command, *options], capture_output=True, encoding="utf-8")
    return done.stdout + done.stderr, done.returncode


def verdicts(path):
    """Load the CSV of `out`: a dict for each shot. A column for each rule holds whom it hits."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
    # With pandas: pandas.read_csv(path, dtype=str)


if __name__ == "__main__":
    import sys

    folder = sys.argv[1]
    tables = (f"{folder}/poses.csv", f"{folder}/shots.csv", f"{folder}/meta.json")
    text, status = explain(*tables, rivals=["rtt + interp + 15.6"], out=f"{folder}/verdicts.csv")
    print(text)
    if status == 0:
        rows = verdicts(f"{folder}/verdicts.csv")
        best = list(rows[0])[4]  # after line, t_ms, shooter and said
        for row in rows:
            if row["said"] not in (row[best], "?"):
                print(f"line {row['line']}: the server said {row['said']}, {best} {row[best]}")
