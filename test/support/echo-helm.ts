import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kind of the object that the helm of writeEchoHelm prints for each release. */
export const ECHO = 'HelmTemplate';

/** What that object says. */
export interface Echo {
  /** The arguments, joined by spaces. */
  readonly call: string;
  /** The text of the values file. */
  readonly values: string;
}

/** Writes a helm, and returns its path, that is a script and renders each release to one object: how it was called for it. */
export function writeEchoHelm(folder: string): string {
  const path = join(folder, 'helm');
  writeFileSync(path, SCRIPT);
  chmodSync(path, 0o755);
  return path;
}

const SCRIPT = `#!/bin/sh
if [ "$1" = version ]; then
  echo v4.1.4+g05fa379
  exit
fi
for file; do :; done
cat <<END
apiVersion: test.example.com/v1
kind: ${ECHO}
metadata:
  name: '$2'
spec:
  call: '$*'
  values: |+
END
sed 's/^/    /' "$file"
`;
