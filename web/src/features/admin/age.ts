const STEPS = [
  { seconds: 86_400, unit: 'd' },
  { seconds: 3_600, unit: 'h' },
  { seconds: 60, unit: 'min' },
];

/** An age in its largest whole unit: '42 s ago', '5 min ago', '3 h ago', '2 d ago'. */
export function formatAge(ageSeconds: number): string {
  const step = STEPS.find(({ seconds }) => ageSeconds >= seconds) ?? { seconds: 1, unit: 's' };
  return `${Math.floor(ageSeconds / step.seconds)} ${step.unit} ago`;
}
