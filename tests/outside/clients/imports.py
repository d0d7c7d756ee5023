"""imports.py FOLDER...: imports every module of the package in each folder, so that each compiles by itself."""

import importlib
import sys
from pathlib import Path


def modules(folder):
    package = folder / folder.name.replace("-", "_")
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def main(folders):
    for folder in folders:
        sys.path.insert(0, folder)
        names = list(modules(Path(folder)))
        for name in names:
            importlib.import_module(name)
        print(f"  {'/'.join(Path(folder).parts[-2:])}: {len(names)} modules")
        sys.path.remove(folder)
        # The next folder has a package of the same name.
        package = names[0].partition(".")[0]
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]


main(sys.argv[1:])
