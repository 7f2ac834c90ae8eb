// Where scripts and tests keep what they fetch or build once, outside the repository
import { homedir } from 'node:os';
import { join } from 'node:path';

export const CACHE = join(process.env.SERVING_STACK_CACHE ?? process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cdk8s-serving-stack');
