import { expect, test } from 'vitest';
import { ownTimeZone } from '../../kit/format/format-time.ts';
import { HOURS, nextRoundText, scheduleText, WEEKDAYS } from './standing-orders.ts';

test('S9.10 a schedule names its day and hour, and its time zone if it is not that of the reader', () => {
  const tz = ownTimeZone();
  expect(scheduleText({ weekday: 1, hour: 18, tz })).toMatch(/^Every Monday at 6:00\sPM$/);
  const other = tz === 'Asia/Tokyo' ? 'Europe/Berlin' : 'Asia/Tokyo';
  expect(scheduleText({ weekday: 7, hour: 0, tz: other })).toMatch(/^Every Sunday at 12:00\sAM \(.+\/.+\)$/);
  const nextAt = new Date('2026-12-02T13:00:00Z');
  expect(nextRoundText({ nextAt, tz })).toMatch(/^Next: .+M$/);
  expect(nextRoundText({ nextAt, tz: other })).toBe(`${nextRoundText({ nextAt, tz })} (${tz})`);
  expect(WEEKDAYS.map(({ label }) => label.slice(0, 3)).join(' ')).toBe('Mon Tue Wed Thu Fri Sat Sun');
  expect(HOURS).toHaveLength(24);
});
