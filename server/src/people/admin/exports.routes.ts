import type { AdminUser, AuditEntry } from '@sterling/contract/admin.ts';
import { api } from '@sterling/contract/api.ts';
import type { AuditAction } from '@sterling/contract/audit-actions.ts';
import { dollarsOf } from '@sterling/contract/money.ts';
import { auditPages } from '../../platform/audit/audit.reads.ts';
import { record } from '../../platform/audit/audit.ts';
import { type CsvColumn, sendCsv } from '../../platform/http/csv.ts';
import { handle, type Route, type RouteCall } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { peoplePages } from './people.reads.ts';

/** Lists of staff as CSV files. They contain personal data, so each export is recorded with its filter. */
export function exportRoutes({ db }: Pick<Services, 'db'>): Route[] {
  const recordExport = (action: AuditAction, { user, query, write }: ExportCall) =>
    write((tx) => record(tx, { actorId: user.id, action, after: query }));
  return [
    handle(api.admin.usersCsv, async (call) => {
      await recordExport('users.exported', call);
      return sendCsv(call.reply, 'sterling-users.csv', PEOPLE_COLUMNS, peoplePages(db, call.query));
    }),
    handle(api.admin.auditCsv, async (call) => {
      await recordExport('audit.exported', call);
      return sendCsv(call.reply, 'sterling-audit.csv', AUDIT_COLUMNS, auditPages(db, call.query));
    }),
  ];
}

type ExportCall = Pick<RouteCall<never>, 'user' | 'request' | 'write'> & { readonly query: object };

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');
const asJson = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));

const PEOPLE_COLUMNS: readonly CsvColumn<AdminUser>[] = [
  { name: 'Joined', value: ({ joinedAt }) => joinedAt },
  { name: 'Username', value: ({ username }) => username },
  { name: 'Email', value: ({ email }) => email },
  { name: 'Discord ID', value: ({ discordId }) => discordId },
  { name: 'Role', value: ({ role }) => role },
  { name: 'Owner', value: ({ isOwner }) => yesOrNo(isOwner) },
  { name: 'Verified', value: ({ isVerified }) => yesOrNo(isVerified) },
  { name: 'Banned', value: ({ isBanned }) => yesOrNo(isBanned) },
  { name: 'Frozen', value: ({ isFrozen }) => yesOrNo(isFrozen) },
  { name: 'Buyer balance USD', value: ({ buyerBalance }) => dollarsOf(buyerBalance) },
  { name: 'Seller balance USD', value: ({ sellerBalance }) => dollarsOf(sellerBalance) },
  { name: 'ID', value: ({ id }) => id },
];

const AUDIT_COLUMNS: readonly CsvColumn<AuditEntry>[] = [
  { name: 'Date', value: ({ at }) => at },
  { name: 'Action', value: ({ action }) => action },
  { name: 'By', value: ({ actor }) => actor },
  { name: 'User', value: ({ subject }) => subject },
  { name: 'Trade', value: ({ trade }) => trade },
  { name: 'Subject', value: ({ subjectId }) => subjectId },
  { name: 'Before', value: ({ before }) => asJson(before) },
  { name: 'After', value: ({ after }) => asJson(after) },
  { name: 'Reason', value: ({ reason }) => reason },
  { name: 'IP address', value: ({ ip }) => ip },
  { name: 'ID', value: ({ id }) => id },
];
