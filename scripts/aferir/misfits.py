"""Rules for shapes, axes and indices that do not fit: what `mistakes` asks of ValueError and IndexError."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from .scene import Detail, Found, Scene, written

# ── Shapes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def product(error: ValueError, scene: Scene) -> Found:
    """A matrix product of arrays that do not meet."""
    message = str(error)
    aligned = re.match(r"shapes \S+ and \S+ not aligned: (\d+) .* != (\d+)", message)
    core = re.search(r"mismatch in its core dimension .*\(size (\d+) is different from (\d+)\)", message)
    if aligned:
        lengths = int(aligned[1]), int(aligned[2])
    elif core:
        lengths = int(core[2]), int(core[1])
    else:
        return None
    details: dict[str, Detail] = {"last": lengths[0], "first": lengths[1]}
    operands = _operands(scene)
    try:
        shapes = [scene.shape(operand) for operand in operands]
    except LookupError:
        return "product", details
    return ("product_of", {**details, **_pair(operands, shapes)}) if len(shapes) == 2 else ("product", details)


def broadcast(error: ValueError, scene: Scene) -> Found:
    """An operation entry by entry on shapes that do not fit."""
    found = re.match(r"operands could not be broadcast together with shapes (.+?)\s*$", str(error))
    if not found:
        return None
    shapes = [ast.literal_eval(shape) for shape in re.findall(r"\([\d,]*\)", found[1])][:2]
    operands = _operands(scene)
    if len(operands) != 2:
        return "broadcast", {"shapes": ", ".join(map(str, shapes))}
    is_star = isinstance(scene.node, ast.BinOp) and isinstance(scene.node.op, ast.Mult) and _multiply(*shapes)
    return "star" if is_star else "broadcast_of", _pair(operands, shapes)


def _multiply(left: tuple[int, ...], right: tuple[int, ...]) -> bool:
    """Whether arrays of these shapes have a matrix product."""
    return len(left) >= 1 and len(right) >= 1 and left[-1] == right[-2 if len(right) > 1 else -1]


def _pair(operands: Sequence[ast.expr], shapes: Sequence[tuple[int, ...]]) -> dict[str, Detail]:
    left, right = map(written, operands)
    return {"left": left, "right": right, "left_shape": str(shapes[0]), "right_shape": str(shapes[1])}


def _operands(scene: Scene) -> tuple[ast.expr, ...]:
    node = scene.node
    if isinstance(node, ast.BinOp):
        return node.left, node.right
    if isinstance(node, ast.Call) and len(node.args) == 2 and not isinstance(node.args[1], ast.Starred):
        return node.args[0], node.args[1]
    if isinstance(node, ast.AugAssign):
        return ast.parse(ast.unparse(node.target), mode="eval").body, node.value
    return ()


def reshape(error: ValueError, _: Scene) -> Found:
    """A shape of another size."""
    found = re.match(r"cannot reshape array of size (\d+) into shape (\(.*\))", str(error))
    return ("reshape", {"size": int(found[1]), "shape": found[2]}) if found else None


def joined(error: ValueError, _: Scene) -> Found:
    """Arrays that cannot be joined, stacked or made of rows."""
    message = str(error)
    found = re.search(
        r"along dimension (\d+), the array at index (\d+) has size (\d+) and the array at index (\d+) has size (\d+)",
        message,
    )
    if found:
        axis, one, size, other, length = map(int, found.groups())
        return "concatenate", {"axis": axis, "one": one, "size": size, "other": other, "length": length}
    if "all input arrays must have the same shape" in message:
        return "stack", {}
    return ("ragged", {}) if "inhomogeneous shape" in message else None


def axis(error: Exception, _: Scene) -> Found:
    """An axis that is not there."""
    found = re.match(r"axis (-?\d+) is out of bounds for array of dimension (\d+)", str(error))
    if not found:
        return None
    axes = int(found[2])
    return ("axis", {"axis": int(found[1]), "axes": axes, "most": axes - 1}) if axes else ("axis_none", {})


# ── Indices ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def index(error: IndexError, scene: Scene) -> Found:
    """An index beyond the end, or too many of them."""
    message = str(error)
    owner = written(scene.node.value) if isinstance(scene.node, ast.Subscript) else ""
    found = re.match(r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)", message)
    if found:
        index, axis, size = map(int, found.groups())
        return "index_axis", {"index": index, "axis": axis, "size": size, "most": size - 1, "owner": owner or "…"}
    found = re.match(r"too many indices for array: array is (\d+)-dimensional, but (\d+) were indexed", message)
    if found:
        return "indices", {"owner": owner or "…", "axes": int(found[1]), "indices": int(found[2])}
    if "valid indices" in message or "must be of integer" in message:
        return "index_type", {}
    return _index_of(scene, owner)


def _index_of(scene: Scene, owner: str) -> Found:
    """A list, tuple or string that is asked for more than it has."""
    if not isinstance(scene.node, ast.Subscript):
        return "index", {}
    try:
        size, index = len(scene.value(scene.node.value)), scene.value(scene.node.slice)  # type: ignore[arg-type]
    except (LookupError, TypeError):
        return "index", {}
    if not isinstance(index, int):
        return "index", {}
    return "index_of", {"owner": owner, "size": size, "most": size - 1, "index": index}
