# Writes poses.csv, shots.csv and meta.json for `lagrange judge`. Godot 4; call it from one thread.
class_name Referee
extends RefCounted

const NOBODY := "-"
const UNKNOWN := "?"

var _poses: FileAccess
var _shots: FileAccess


func _init(folder: String, meta: String) -> void:
	DirAccess.make_dir_recursive_absolute(folder)
	var file := FileAccess.open(folder.path_join("meta.json"), FileAccess.WRITE)
	file.store_string(meta + "\n")
	_poses = FileAccess.open(folder.path_join("poses.csv"), FileAccess.WRITE)
	_poses.store_string("t_ms,id,x,y,z,alive,can_hit,team\n")
	_shots = FileAccess.open(folder.path_join("shots.csv"), FileAccess.WRITE)
	_shots.store_string("t_ms,shooter,x,y,z,dx,dy,dz,reach,rtt_ms,interp_ms,said\n")


func pose(t: float, id: String, pos: Vector3, alive: bool, can_hit: bool, team := "") -> void:
	_poses.store_string("%s,%s,%s,%d,%d,%s\n" % [
		_number(t), _text(id), _vector(pos), int(alive), int(can_hit), _text(team)])


func away(t: float, id: String) -> void:
	_poses.store_string("%s,%s,,,,0,0,\n" % [_number(t), _text(id)])


func shot(t: float, shooter: String, muzzle: Vector3, dir: Vector3, reach: float,
		rtt_ms: float, interp_ms: float, said: String) -> void:
	_shots.store_string("%s,%s,%s,%s,%s,%s,%s,%s\n" % [
		_number(t), _text(shooter), _vector(muzzle), _vector(dir), _number(reach),
		_number(rtt_ms), _number(interp_ms), UNKNOWN if said.is_empty() else _text(said)])


func close() -> void:
	_poses.flush()
	_shots.flush()
	_poses = null
	_shots = null


# With a decimal point in every locale; empty if it is NaN or infinite.
func _number(v: float) -> String:
	return "" if is_nan(v) or is_inf(v) else "%.6f" % v


func _vector(v: Vector3) -> String:
	return "%.6f,%.6f,%.6f" % [v.x, v.y, v.z]


func _text(s: String) -> String:
	if "," in s or "\"" in s or "\n" in s or "\r" in s:
		return "\"" + s.replace("\"", "\"\"") + "\""
	return s
