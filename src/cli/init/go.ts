import { kubeconfig, lowest, NewApp, pascalCase } from './new-app';
import { Commands, pinnedSynth, quoted, readme, sharedFiles, staleMessage, workflow } from './shared';

/** What the packages that jsii writes ask for. */
const GO = '1.25';

/** An app in Go. */
export function goApp(app: NewApp): Record<string, string> {
  const commands: Commands = {
    needs: [`Go ${GO}`],
    install: ['go mod tidy'],
    synth: pinnedSynth(app),
    test: 'go test ./...',
    lock: 'go.sum',
  };
  const setup = `      - uses: actions/setup-go@v7
        with:
          go-version: '${GO}'
`;
  return {
    ...sharedFiles('go', 'go run .', [`/${app.name}`]),
    '.github/workflows/serving-stack.yaml': workflow(app, setup, { ...commands, install: [] }),
    'README.md': readme(app, commands),
    'go.mod': goMod(app),
    'main.go': main(app),
    'main_test.go': test(commands),
  };
}

/** Go has the major version in the path of a module, from 2 on. */
function modulePath({ pins }: NewApp): string {
  const { moduleName, packageName } = pins.targets.go;
  const major = Number(pins.version.split('.')[0]);
  return `${moduleName}/${packageName}${major > 1 ? `/v${major}` : ''}`;
}

function goMod(app: NewApp): string {
  const { name, pins } = app;
  const required = [
    `${modulePath(app)} v${pins.version}`,
    `github.com/aws/jsii-runtime-go v${lowest(pins.tools['jsii-pacmak'])}`,
    `github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2 v${lowest(pins.peers.cdk8s)}`,
  ].sort();
  return `module example.com/${name}

go ${GO}

require (
${required.map(module => `\t${module}\n`).join('')})

require (
	github.com/aws/constructs-go/constructs/v10 v${lowest(pins.peers.constructs)} // indirect
	github.com/cdk8s-team/cdk8s-plus-go/cdk8splus30/v2 v${lowest(pins.peers['cdk8s-plus-30'])} // indirect
)
`;
}

function main(app: NewApp): string {
  const { name, stack, delivery, pins } = app;
  const ours = pins.targets.go.packageName;
  const imports = ['github.com/aws/jsii-runtime-go', 'github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2', modulePath(app)].sort();
  const outputType = '\t\tYamlOutputType:      cdk8s.YamlOutputType_FOLDER_PER_CHART_FILE_PER_RESOURCE,\n';
  const secret = kubeconfig(app);
  const secrets = `\t\tSecrets:  &[]*${ours}.StackSecret{{Type: ${ours}.SecretType_KUBECONFIG, Name: ${string(secret.name)}, Key: ${string(secret.key)}}},\n`;
  const options = Object.entries(delivery.options).map(([key, value]) => `${pascalCase(key)}: ${string(value)}`).join(', ');
  return `package main

import (
	"fmt"
	"os"

${imports.map(path => `\t"${path}"\n`).join('')})

// newApp makes the app, which writes to dist/ where outdir is nil.
func newApp(outdir *string) cdk8s.App {
	app := cdk8s.NewApp(&cdk8s.AppProps{
		Outdir:              outdir,
		OutputFileExtension: jsii.String(".yaml"),
${delivery.folders ? outputType : ''}	})
	stack := ${ours}.NewServingStack(app, ${string(name)}, &${ours}.ServingStackProps{
		Stack:    ${ours}.StackKind_${stack.toUpperCase()},
${delivery.remote ? secrets : ''}		Delivery: ${ours}.Delivery_${pascalCase(delivery.factory)}(${delivery.struct ? `&${ours}.${delivery.struct}{${options}}` : 'nil'}),
	})
	for _, warning := range *stack.Warnings() {
		fmt.Fprintln(os.Stderr, *warning)
	}
	return app
}

func main() {
	defer jsii.Close()
	newApp(nil).Synth()
}
`;
}

function string(text: string): string {
  return `jsii.String(${quoted(text)})`;
}

function test(commands: Commands): string {
  return `package main

import (
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestDistIsWhatTheAppWrites(t *testing.T) {
	folder := t.TempDir()
	newApp(&folder).Synth()
	written, committed := files(t, folder), files(t, "dist")
	names := maps.Clone(written)
	maps.Copy(names, committed)
	stale := []string{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		before, known := committed[name]
		now, still := written[name]
		if before != now || known != still {
			stale = append(stale, name)
		}
	}
	if len(stale) > 0 {
		t.Errorf("dist/ is stale: %s: ${staleMessage(commands)}", strings.Join(stale, ", "))
	}
}

// files returns the text of every file below a folder, by its path.
func files(t *testing.T, folder string) map[string]string {
	texts := map[string]string{}
	if _, err := os.Stat(folder); os.IsNotExist(err) {
		return texts
	}
	root := os.DirFS(folder)
	err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, path)
		texts[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}
`;
}
