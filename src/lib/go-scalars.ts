/** What Go's YAML reader takes for null, true, false, infinities and no number, where it has no quotes. */
export const NULL = /^(~|null|Null|NULL)?$/;
export const TRUE = /^(y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
export const FALSE = /^(n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
export const INFINITE = /^[-+]?\.(inf|Inf|INF)$/;
export const NAN = /^\.(nan|NaN|NAN)$/;

/** How text begins that may be a number. */
export const NUMERIC = /^[-+.0-9]/;

/**
 * What a text without quotes stands for, as kubectl and Helm show it: `yes` and `0o17` are a boolean and a number, `22:30` is text.
 * Integers that a double cannot hold are bigint.
 *
 * @see https://github.com/go-yaml/yaml/blob/v3.0.1/resolve.go
 */
export function goScalar(text: string): null | boolean | number | bigint | string {
  if (NUMERIC.test(text)) {
    return INFINITE.test(text) ? goInfinity(text) : NAN.test(text) ? NaN : goNumber(text);
  }
  return NULL.test(text) ? null : TRUE.test(text) ? true : FALSE.test(text) ? false : text;
}

export function goInfinity(text: string): number {
  return text.startsWith('-') ? -Infinity : Infinity;
}

/** The number that a text stands for, or the text where it stands for none. */
export function goNumber(text: string): number | bigint | string {
  const plain = text.startsWith('.') ? text.replace(/(?<=[0-9])_(?=[0-9])/g, '') : text.replaceAll('_', '');
  return integer(plain) ?? (FLOAT.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : text);
}

const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]*|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;

function integer(plain: string): number | bigint | undefined {
  // Go reads what follows 0b as a number of its own, with its own sign
  const [, sign, digits] = INTEGER.exec(plain.replace(/^(0b)([-+])/, '$2$1')) ?? [];
  if (digits === undefined) {
    return undefined;
  }
  const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits.toLowerCase());
  const value = sign === '-' ? -magnitude : magnitude;
  const decimal = /^[1-9]/.test(digits);
  if (!decimal && (value < -(2n ** 63n) || value >= 2n ** (sign ? 63n : 64n))) {
    return undefined;
  }
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
