/** The names that `makeBackup` gives its files. They begin with the moment in UTC. */
export const FILE_NAME = /^sterling-(\d{4})(\d{2})(\d{2})T\d{9}Z\.backup\.gz(?:\.age)?$/;

/** The end of the name of a file that `makeBackup` has not finished. */
export const DRAFT_ENDING = '.part';
/** Whether a file is an unfinished backup. */
export const isDraft = (file: string): boolean =>
  file.endsWith(DRAFT_ENDING) && FILE_NAME.test(file.slice(0, -DRAFT_ENDING.length));

export interface KeepPolicy {
  readonly keepDaily: number;
  readonly keepWeekly: number;
}

const DAY_MS = 24 * 3_600_000;

/**
 * The backups that may be deleted. The newest backup of each of the latest days and weeks that have one is kept, and the
 * newest of all. Days and weeks (from Monday) are those of UTC. Other files are not named.
 */
export function prunable(files: readonly string[], { keepDaily, keepWeekly }: KeepPolicy): string[] {
  const newestFirst = files.filter((file) => FILE_NAME.test(file)).toSorted(byTimeDown);
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestOfEach(newestFirst, dayOf).slice(0, keepDaily),
    ...newestOfEach(newestFirst, (file) => Math.floor((dayOf(file) + 3) / 7)).slice(0, keepWeekly),
  ]);
  return newestFirst.filter((file) => !kept.has(file));
}

const byTimeDown = (a: string, b: string): number => (a < b ? 1 : -1);

/** Days since 1970-01-01, a Thursday. */
function dayOf(file: string): number {
  const [, year, month, day] = FILE_NAME.exec(file)!;
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
}

function newestOfEach(newestFirst: readonly string[], groupOf: (file: string) => number): string[] {
  const seen = new Set<number>();
  return newestFirst.filter((file) => !seen.has(groupOf(file)) && seen.add(groupOf(file)));
}
