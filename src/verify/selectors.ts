import { LabelSelector } from './resources';

/** Whether a selector takes an object with these labels; without one nothing is selected. */
export function selects(selector: LabelSelector | undefined, labels: Readonly<Record<string, string>>): boolean {
  return selector !== undefined
    && Object.entries(selector.matchLabels ?? {}).every(([name, value]) => labels[name] === value)
    && (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) =>
      operator === 'Exists' ? key in labels
        : operator === 'DoesNotExist' ? !(key in labels)
          : operator === 'NotIn' ? !values.includes(labels[key]) : values.includes(labels[key]));
}
