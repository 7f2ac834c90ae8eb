import { main } from './main';

declare const SERVING_STACK_VERSION: string; // by the bundler

process.exitCode = main(process.argv.slice(2), SERVING_STACK_VERSION);
