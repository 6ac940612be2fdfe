"""Write the browser's types of messages, positions and cards from their Python structs.

A package whose types or tables the browser needs has a module `browser` with
- `RECEIVES`: what the browser gets, by the name it has there; every field is always sent;
- `SENDS`: what the browser sends; a field with a default may be left out;
- `TABLES`: facts that the browser shows, by the name of their constant.
Structs that these lead to come along under their own names.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Final, get_args, get_type_hints

import msgspec
from msgspec import inspect as shapes

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "src" / "ludotheque"
PAGES: Final = ROOT / "web" / "src"
HEAD: Final = "/** {about} Written by `make types` from `{module}`: change it there. */\n"

JSON: Final = "null | boolean | number | string | Json[] | { [name: string]: Json }"
OPTION: Final = "{ type?: string; default?: Json; enum?: Json[]; minimum?: number; maximum?: number }"
GIVEN: Final = {
    "Json": JSON,
    "Move": "{ do: string } & Record<string, Json>",
    "OptionField": OPTION,
    "OptionSchema": "{ properties?: Record<string, OptionField> }",
}
"""Types without a struct; a type refers to one by its title."""
ANY_JSON: Final = {"Json[]", "Record<string, Json>", "boolean", "null", "number", "string"}
PLAIN: Final[dict[type[shapes.Type], str]] = {
    shapes.AnyType: "Json",
    shapes.BoolType: "boolean",
    shapes.DateTimeType: "string",
    shapes.FloatType: "number",
    shapes.IntType: "number",
    shapes.NoneType: "null",
    shapes.StrType: "string",
}


def modules() -> list[str]:
    """Return the modules that declare types for the browser."""
    found = (path.relative_to(PACKAGE).with_suffix("") for path in sorted(PACKAGE.rglob("browser.py")))
    return [".".join(("ludotheque", *path.parts)) for path in found]


def target(module: str) -> Path:
    """Return the file of a module's types: the library for the protocol, the game's folder for a game."""
    package = module.split(".")[1:-1]
    if package[0] == "games":
        return PAGES.joinpath(*package, "generated.ts")
    return PAGES / "lib" / "protocol.ts"


def text(module: str) -> str:
    """Return the TypeScript of a module `browser`."""
    source = import_module(module)
    about = (source.__doc__ or "").strip().splitlines()[0]
    writer = Writer(getattr(source, "RECEIVES", {}), getattr(source, "SENDS", {}))
    tables = [writer.table(name, value) for name, value in getattr(source, "TABLES", {}).items()]
    return "\n".join([HEAD.format(about=about, module=module), *writer.declarations(), *tables])


class Writer:
    """The declarations of one module's types."""

    def __init__(self, receives: Mapping[str, object], sends: Mapping[str, object]) -> None:
        self._inspected = [
            (name, shapes.type_info(kind), sent)
            for kinds, sent in ((receives, False), (sends, True))
            for name, kind in kinds.items()
        ]
        self._structs = {
            shape.cls: name for name, shape, _ in self._inspected if isinstance(shape, shapes.StructType)
        }
        self._declared: dict[str, str] = {}
        self._given: set[str] = set()

    def declarations(self) -> list[str]:
        """Return all declarations with their dependencies, in the order of first use."""
        for name, shape, sent in self._inspected:
            if isinstance(shape, shapes.StructType) and not shape.array_like:
                self._declare(shape, sent=sent)
            else:
                self._declared[name] = f"export type {name} = {self._parts(shape, sent=sent)};\n"
        for name in reversed(GIVEN):
            if name in self._given:
                self._given.update(other for other in GIVEN if other in GIVEN[name])
        given = [f"export type {name} = {GIVEN[name]};\n" for name in GIVEN if name in self._given]
        return [*given, *self._declared.values()]

    def table(self, name: str, value: object) -> str:
        """Return a constant, with a line for each entry of a list."""
        first = value[0] if isinstance(value, tuple) and value else value
        known = f": {self._structs[type(first)]}" if isinstance(first, msgspec.Struct) else ""
        if not isinstance(value, tuple):
            return f"export const {name}{known} = {_json(value)};\n"
        lines = "".join(f"  {_json(entry)},\n" for entry in value)
        return f"export const {name}{known and known + '[]'} = [\n{lines}];\n"

    def _declare(self, shape: shapes.StructType, *, sent: bool) -> str:
        name = self._structs.setdefault(shape.cls, shape.cls.__name__)
        if name in self._declared:
            return name
        self._declared[name] = ""
        comments = _comments(shape.cls)
        lean = sent or shape.cls.__struct_config__.omit_defaults
        lines = [f"/** {comments.pop('')} */", f"export interface {name} {{"]
        if shape.tag is not None:
            lines.append(f"  {shape.tag_field}: '{shape.tag}';")
        for field in shape.fields:
            if field.encode_name in comments:
                lines.append(f"  /** {comments[field.encode_name]} */")
            absent = not field.required and (lean or _may_be_unset(shape.cls, field.name))
            lines.append(f"  {field.encode_name}{'?' * absent}: {self._type(field.type, sent=sent)};")
        del self._declared[name]  # what it leads to comes first
        self._declared[name] = "\n".join([*lines, "}\n"])
        return name

    def _type(self, shape: shapes.Type, *, sent: bool) -> str:
        if isinstance(shape, shapes.StructType) and not shape.array_like:
            return self._declare(shape, sent=sent)
        for name, known, _ in self._inspected:
            if known == shape:
                return name
        return self._parts(shape, sent=sent)

    def _parts(self, shape: shapes.Type, *, sent: bool) -> str:
        match shape:
            case shapes.Metadata():
                return self._titled(shape, sent=sent)
            case shapes.StructType(array_like=True):
                return f"[{', '.join(self._type(field.type, sent=sent) for field in shape.fields)}]"
            case shapes.UnionType():
                return self._union(shape, sent=sent)
            case shapes.LiteralType():
                return " | ".join(
                    f"'{value}'" if isinstance(value, str) else f"{value}" for value in shape.values
                )
            case shapes.TupleType():
                return f"[{', '.join(self._type(part, sent=sent) for part in shape.item_types)}]"
            case shapes.CollectionType():
                item = self._type(shape.item_type, sent=sent)
                return f"({item})[]" if "|" in item or "&" in item else f"{item}[]"
            case shapes.DictType():
                return f"Record<string, {self._type(shape.value_type, sent=sent)}>"
            case _:
                return self._plain(shape)

    def _plain(self, shape: shapes.Type) -> str:
        if type(shape) not in PLAIN:
            raise TypeError(f"no TypeScript for {shape}")
        written = PLAIN[type(shape)]
        if written in GIVEN:
            self._given.add(written)
        return written

    def _titled(self, shape: shapes.Metadata, *, sent: bool) -> str:
        title = (shape.extra_json_schema or {}).get("title")
        if title not in GIVEN:
            return self._type(shape.type, sent=sent)
        self._given.add(str(title))
        return str(title)

    def _union(self, shape: shapes.UnionType, *, sent: bool) -> str:
        parts = [self._type(part, sent=sent) for part in shape.types]
        written = sorted(dict.fromkeys(parts), key=lambda part: part == "null")
        return "Json" if set(written) >= ANY_JSON else " | ".join(written)


def _may_be_unset(struct: type, field: str) -> bool:
    return msgspec.UnsetType in get_args(get_type_hints(struct)[field])


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def _comments(struct: type) -> dict[str, str]:
    """Return the docstrings of the fields, inherited ones too, and the struct's own under the empty name."""
    found: dict[str, str] = {}
    for kind in reversed(struct.__mro__):
        if kind is not msgspec.Struct and issubclass(kind, msgspec.Struct):
            found |= _own_comments(kind)
    return found | {"": " ".join((inspect.getdoc(struct) or "").split())}


def _own_comments(struct: type) -> dict[str, str]:
    body = ast.parse(textwrap.dedent(inspect.getsource(struct))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            match after:
                case ast.Expr(ast.Constant(str(comment))):
                    found[field.target.id] = " ".join(comment.split())
    return found


def main() -> None:
    """Write all of them, and print those that changed."""
    for module in modules():
        path, written = target(module), text(module)
        if not path.exists() or path.read_text(encoding="utf-8") != written:
            path.write_text(written, encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
