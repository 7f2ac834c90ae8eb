import { kubeconfig, lowest, NewApp, snakeCase } from './new-app';
import { Commands, pinnedSynth, quoted, readme, sharedFiles, staleMessage, workflow } from './shared';

/** An app in Python. */
export function pythonApp(app: NewApp): Record<string, string> {
  const commands: Commands = {
    needs: ['Python 3.10'],
    install: ['python3 -m venv .venv && . .venv/bin/activate', 'pip install -r requirements.txt'],
    synth: pinnedSynth(app),
    test: 'python -m unittest',
  };
  const setup = `      - uses: actions/setup-python@v7
        with:
          python-version: '3.12'
`;
  return {
    ...sharedFiles('python', 'python main.py', ['.venv/', '__pycache__/']),
    '.github/workflows/serving-stack.yaml': workflow(app, setup, { ...commands, install: commands.install.slice(1) }),
    'README.md': readme(app, commands),
    'main.py': main(app),
    'requirements.txt': requirements(app),
    'test_main.py': test(commands),
  };
}

function main(app: NewApp): string {
  const { name, stack, delivery, pins } = app;
  const names = ['Delivery', ...delivery.remote ? ['SecretType'] : [], 'ServingStack', 'StackKind', ...delivery.remote ? ['StackSecret'] : []];
  const outputType = '        yaml_output_type=YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE,\n';
  const secret = kubeconfig(app);
  const secrets = `        secrets=[StackSecret(type=SecretType.KUBECONFIG, name=${quoted(secret.name)}, key=${quoted(secret.key)})],\n`;
  const options = Object.entries(delivery.options).map(([key, value]) => `${snakeCase(key)}=${quoted(value)}`).join(', ');
  return `import sys

from cdk8s import App${delivery.folders ? ', YamlOutputType' : ''}
from ${pins.targets.python.module} import ${names.join(', ')}


def create_app(outdir: str | None = None) -> App:
    """The app, which writes to dist/ unless told otherwise."""
    app = App(
        outdir=outdir,
        output_file_extension=".yaml",
${delivery.folders ? outputType : ''}    )
    stack = ServingStack(
        app,
        ${quoted(name)},
        stack=StackKind.${stack.toUpperCase()},
${delivery.remote ? secrets : ''}        delivery=Delivery.${snakeCase(delivery.factory)}(${options}),
    )
    for warning in stack.warnings:
        print(warning, file=sys.stderr)
    return app


if __name__ == "__main__":
    create_app().synth()
`;
}

function requirements({ pins }: NewApp): string {
  const exact = { ...pins.peers, [pins.targets.python.distName]: pins.version, jsii: pins.tools['jsii-pacmak'] };
  return Object.entries(exact).map(([name, range]) => `${name}==${lowest(range)}\n`).sort().join('');
}

function test(commands: Commands): string {
  return `import tempfile
import unittest
from pathlib import Path

from main import create_app


class AppTest(unittest.TestCase):
    def test_dist_is_what_the_app_writes(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            create_app(folder).synth()
            written = files(Path(folder))
        committed = files(Path(__file__).parent / "dist")
        stale = [file for file in sorted(written.keys() | committed.keys()) if written.get(file) != committed.get(file)]
        self.assertFalse(stale, f"dist/ is stale: {', '.join(stale)}: ${staleMessage(commands)}")


def files(folder: Path) -> dict[str, bytes]:
    """What every file below a folder holds, by its path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
`;
}
