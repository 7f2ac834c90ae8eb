import { kubeconfig, lowest, NewApp } from './new-app';
import { Commands, pinnedSynth, quoted, readme, sharedFiles, staleMessage, workflow } from './shared';

const JAVA = '17';

/** What Maven works with: JUnit, and the plugins that are not pinned by Maven itself. */
const MAVEN = { junit: '5.11.4', compiler: '3.13.0', surefire: '3.5.2', exec: '3.5.0' };

/** What jsii's packages ask for by ranges, for each release of which Maven would fetch a file. */
const RANGES = { 'org.jetbrains:annotations': '19.0.0', 'javax.annotation:javax.annotation-api': '1.3.2' };
const JACKSON = '2.22.2';

/** An app in Java. */
export function javaApp(app: NewApp): Record<string, string> {
  const commands: Commands = {
    needs: [`Java ${JAVA} with Maven`],
    install: [],
    synth: pinnedSynth(app),
    test: 'mvn --quiet test',
  };
  const setup = `      - uses: actions/setup-java@v6
        with:
          distribution: temurin
          java-version: '${JAVA}'
`;
  return {
    ...sharedFiles('java', 'mvn --quiet compile exec:java', ['target/']),
    '.github/workflows/serving-stack.yaml': workflow(app, setup, commands),
    'README.md': readme(app, commands),
    'pom.xml': pom(app),
    'src/main/java/com/example/Main.java': main(app),
    'src/test/java/com/example/MainTest.java': test(commands),
  };
}

function main(app: NewApp): string {
  const { name, stack, delivery, pins } = app;
  const ours = ['Delivery', ...delivery.remote ? ['SecretType', 'StackSecret'] : [], 'ServingStack', 'StackKind', ...delivery.struct ? [delivery.struct] : []];
  const imports = [
    ...ours.map(type => `${pins.targets.java.package}.${type}`),
    'org.cdk8s.App',
    'org.cdk8s.AppProps',
    ...delivery.folders ? ['org.cdk8s.YamlOutputType'] : [],
  ].sort();
  const outputType = '                .yamlOutputType(YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE)\n';
  const secret = kubeconfig(app);
  const secrets = `                .secrets(List.of(StackSecret.builder().type(SecretType.KUBECONFIG).name(${quoted(secret.name)}).key(${quoted(secret.key)}).build()))\n`;
  const options = Object.entries(delivery.options).map(([key, value]) => `.${key}(${quoted(value)})`).join('');
  return `package com.example;

${imports.map(type => `import ${type};\n`).join('')}${delivery.remote ? '\nimport java.util.List;\n' : ''}
public final class Main {
    private Main() {
    }

    /** The app, which writes to dist/ where outdir is null. */
    static App createApp(final String outdir) {
        final App app = new App(AppProps.builder()
                .outdir(outdir)
                .outputFileExtension(".yaml")
${delivery.folders ? outputType : ''}                .build());
        final ServingStack stack = ServingStack.Builder.create(app, ${quoted(name)})
                .stack(StackKind.${stack.toUpperCase()})
${delivery.remote ? secrets : ''}                .delivery(Delivery.${delivery.factory}(${delivery.struct ? `${delivery.struct}.builder()${options}.build()` : ''}))
                .build();
        stack.getWarnings().forEach(System.err::println);
        return app;
    }

    public static void main(final String[] args) {
        createApp(null).synth();
    }
}
`;
}

function test(commands: Commands): string {
  return `package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    @Test
    void distIsWhatTheAppWrites(@TempDir final Path folder) throws IOException {
        Main.createApp(folder.toString()).synth();
        final TreeMap<String, String> written = files(folder);
        final TreeMap<String, String> committed = files(Path.of("dist"));
        final Set<String> stale = new TreeSet<>(written.keySet());
        stale.addAll(committed.keySet());
        stale.removeIf(file -> Objects.equals(written.get(file), committed.get(file)));
        assertEquals(Set.of(), stale, "dist/ is stale: ${staleMessage(commands)}");
    }

    /** The text of every file below a folder, by its path. */
    private static TreeMap<String, String> files(final Path folder) throws IOException {
        final TreeMap<String, String> texts = new TreeMap<>();
        if (Files.exists(folder)) {
            try (Stream<Path> paths = Files.walk(folder)) {
                for (final Path path : paths.filter(Files::isRegularFile).toList()) {
                    texts.put(folder.relativize(path).toString(), Files.readString(path));
                }
            }
        }
        return texts;
    }
}
`;
}

function pom({ name, pins }: NewApp): string {
  const { maven } = pins.targets.java;
  const element = (coordinates: string, version: string, more = '') => {
    const [group, artifact] = coordinates.split(':');
    return `<dependency>
  <groupId>${group}</groupId>
  <artifactId>${artifact}</artifactId>
  <version>${version}</version>
${more}</dependency>
`;
  };
  const managed = [
    element('software.constructs:constructs', lowest(pins.peers.constructs)),
    element('software.amazon.jsii:jsii-runtime', lowest(pins.tools['jsii-pacmak'])),
    element('com.fasterxml.jackson:jackson-bom', JACKSON, '  <type>pom</type>\n  <scope>import</scope>\n'),
    ...Object.entries(RANGES).map(([coordinates, version]) => element(coordinates, version)),
  ];
  const dependencies = [
    element(`${maven.groupId}:${maven.artifactId}`, pins.version),
    element('org.cdk8s:cdk8s', lowest(pins.peers.cdk8s)),
    element('org.cdk8s:cdk8s-plus-30', lowest(pins.peers['cdk8s-plus-30'])),
    element('org.junit.jupiter:junit-jupiter', MAVEN.junit, '  <scope>test</scope>\n'),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 https://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>${name}</artifactId>
  <version>1.0-SNAPSHOT</version>
  <properties>
    <maven.compiler.release>${JAVA}</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    <exec.mainClass>com.example.Main</exec.mainClass>
  </properties>
  <dependencyManagement>
    <dependencies>
${indented(managed.join(''), 6)}    </dependencies>
  </dependencyManagement>
  <dependencies>
${indented(dependencies.join(''), 4)}  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>${MAVEN.compiler}</version>
      </plugin>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>${MAVEN.surefire}</version>
      </plugin>
      <plugin>
        <groupId>org.codehaus.mojo</groupId>
        <artifactId>exec-maven-plugin</artifactId>
        <version>${MAVEN.exec}</version>
      </plugin>
    </plugins>
  </build>
</project>
`;
}

function indented(lines: string, spaces: number): string {
  return lines.replace(/^(?=.)/gm, ' '.repeat(spaces));
}
