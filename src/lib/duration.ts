import { show } from './fault';
import { Problem } from './schema';

/** Checks a duration as Go programs write it, longer than none: `90s`, `1h30m`. */
export function goDuration(text: string): Problem | undefined {
  const valid = /^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$/.test(text) && /[1-9]/.test(text);
  return valid ? undefined : {
    problem: `${show(text)} is not a duration`,
    fix: 'must be numbers with the units h, m, s or ms, such as 10m or 1h30m',
  };
}
