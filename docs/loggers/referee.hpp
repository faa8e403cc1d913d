// Writes poses.csv, shots.csv and meta.json for `lagrange judge`. C++17; call it from one thread.
#pragma once
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

class Referee {
    using Text = std::string_view;
public:
    struct Vec { double x, y, z; };
    static constexpr Text NOBODY = "-", UNKNOWN = "?";

    Referee(const std::filesystem::path& folder, Text meta) {
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "meta.json", std::ios::binary) << meta << '\n';
        poses.file.open(folder / "poses.csv", std::ios::binary);
        shots.file.open(folder / "shots.csv", std::ios::binary);
        poses.text = "t_ms,id,x,y,z,alive,can_hit,team\n";
        shots.text = "t_ms,shooter,x,y,z,dx,dy,dz,reach,rtt_ms,interp_ms,said\n";
    }
    ~Referee() { close(); }
    void pose(double t, Text id, Vec pos, bool alive, bool canHit, Text team = "") {
        poses.cell(t).cell(id).cell(pos).cell(alive).cell(canHit).cell(team).end();
    }
    void away(double t, Text id) { pose(t, id, {NAN, NAN, NAN}, false, false); }
    void shot(double t, Text shooter, Vec muzzle, Vec dir, double reach, double rttMs,
              double interpMs, Text said) {
        shots.cell(t).cell(shooter).cell(muzzle).cell(dir).cell(reach).cell(rttMs);
        shots.cell(interpMs).cell(said.empty() ? UNKNOWN : said).end();
    }
    bool close() { return poses.close() & shots.close(); }  // false: a file is incomplete
private:
    struct Table {
        std::ofstream file;
        std::string text;
        Table& cell(double v) {  // in millionths; empty if it is NaN or infinite
            if (!(std::fabs(v) < 9e12)) return text += ',', *this;
            long long n = std::llround(std::fabs(v) * 1e6), unit = 100000;
            char digits[32] = "-", *whole = digits + (v < 0 && n > 0);
            char* end = std::to_chars(whole, digits + 20, n / 1000000).ptr;
            if (n %= 1000000) *end++ = '.';
            for (; n > 0; n %= unit, unit /= 10) *end++ = char('0' + n / unit);
            return text.append(digits, end) += ',', *this;
        }
        Table& cell(Vec v) { return cell(v.x).cell(v.y).cell(v.z); }
        Table& cell(bool flag) { return text += flag ? "1," : "0,", *this; }
        Table& cell(Text s) {
            if (s.find_first_of(",\"\r\n") == s.npos) return (text += s) += ',', *this;
            text += '"';
            for (char c : s) text.append(c == '"' ? 2 : 1, c);
            return text += "\",", *this;
        }
        void end() { text.back() = '\n'; if (text.size() > 65536) flush(); }
        void flush() { file << text; text.clear(); }
        bool close() { if (file.is_open()) flush(), file.close(); return bool(file); }
    } poses, shots;
};
