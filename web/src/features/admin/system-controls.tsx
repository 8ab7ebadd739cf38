import {
  ACTION_LIMITS,
  MAX_ANNOUNCEMENT,
  SETTING_RANGES,
  type Settings,
} from '@sterling/contract/settings.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { serverNow } from '../../data/server-time.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { Select } from '../../kit/ui/select.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { useUser } from '../sessions/session.tsx';
import { ControlRow, SavedInput, SwitchRow } from './control-row.tsx';
import { EmergencyStop } from './emergency-stop.tsx';
import { feePercentOf } from './owner-settings.ts';
import { settingsOf, settingsQuery } from './queries.ts';
import { useSetting } from './use-settings.ts';

const NOT_STOPPED: Settings['emergency_shutdown'] = { enabled: false };

/** Controls of the whole platform. Each saves automatically and applies everywhere within two seconds. */
export function SystemControls() {
  const { isOwner } = useUser();
  const { data, error, refetch } = useQuery({ ...settingsQuery, select: settingsOf });
  return (
    <Card aria-labelledby="controls">
      <CardHeader id="controls" title={t('System Controls')} />
      {data ? (
        <div className="flex flex-col divide-y divide-line">
          <Maintenance setting={data.maintenance_mode} />
          <RateLimit setting={data.action_limit} />
          <Fee setting={data.marketplace_fee} />
          {isOwner && <Announcement setting={data.announcement} />}
          <EmergencyStop setting={data.emergency_shutdown} />
        </div>
      ) : error ? (
        <div className="flex flex-col divide-y divide-line">
          <ErrorState error={error} onRetry={refetch} />
          {/* all payments can be stopped although the settings cannot be read */}
          <EmergencyStop setting={NOT_STOPPED} />
        </div>
      ) : (
        <SkeletonRows
          rows={isOwner ? 5 : 4}
          className={cn('p-4 sm:p-5', isOwner ? 'max-sm:min-h-133' : 'max-sm:min-h-121')}
        />
      )}
    </Card>
  );
}

const MAINTENANCE = {
  before: true,
  title: t('Switch maintenance mode on?'),
  description: t('All users get read-only access until you switch it off. Orders in progress continue.'),
  confirmLabel: t('Switch on'),
};

function Maintenance({ setting }: { setting: Settings['maintenance_mode'] }) {
  const [shown, save] = useSetting('maintenance_mode', setting);
  const since =
    setting.enabled && setting.updatedAt
      ? ` ${t('Since {updatedAt}.', { updatedAt: formatTime(new Date(setting.updatedAt)) })}`
      : '';
  return (
    <SwitchRow
      label={t('Maintenance mode')}
      description={`${t('Users get read-only access. Orders in progress continue.')}${since}`}
      checked={shown.enabled}
      question={MAINTENANCE}
      onChange={(enabled) => save({ enabled, updatedAt: new Date(serverNow()).toISOString() })}
    />
  );
}

function RateLimit({ setting }: { setting: Settings['action_limit'] }) {
  const id = useId();
  const [{ perHour }, save] = useSetting('action_limit', setting);
  return (
    <ControlRow
      title={<label htmlFor={id}>{t('Rate limit')}</label>}
      description={t('Maximum actions per user per hour.')}
    >
      <Select
        id={id}
        value={String(perHour)}
        onChange={(chosen) => save({ perHour: ACTION_LIMITS.find((limit) => String(limit) === chosen)! })}
        choices={ACTION_LIMITS.map((limit) => ({
          value: String(limit),
          label: t('{limit} per hour', { limit }),
        }))}
        className="w-40"
      />
    </ControlRow>
  );
}

const MAX_FEE = SETTING_RANGES['marketplace_fee.percent'][1];

function Fee({ setting }: { setting: Settings['marketplace_fee'] }) {
  const id = useId();
  const [{ percent }, save] = useSetting('marketplace_fee', setting);
  return (
    <ControlRow
      title={<label htmlFor={id}>{t('Transaction fee')}</label>}
      description={t('Percentage of each marketplace sale, paid by the seller.')}
    >
      <SavedInput
        id={id}
        value={percent}
        parse={feePercentOf}
        onSave={(next) => save({ percent: next ?? percent })}
        wrong={t('0 to {most} in steps of 0.1', { most: MAX_FEE })}
        type="number"
        inputMode="decimal"
        min={0}
        max={MAX_FEE}
        step={0.1}
        after="%"
      />
    </ControlRow>
  );
}

const ENDS = [
  { value: 'never', label: t('No end') },
  { value: '1', label: t('Ends in an hour') },
  { value: '24', label: t('Ends in a day') },
  { value: '168', label: t('Ends in a week') },
] as const;

/** A sentence above every page. An empty one removes it. */
function Announcement({ setting }: { setting: Settings['announcement'] }) {
  const id = useId();
  const [{ text, until: last = null }, save] = useSetting('announcement', setting);
  // an announcement that has ended must not end the next one
  const until = last !== null && Date.parse(last) > serverNow() ? last : null;
  const end =
    text !== null && until !== null ? ` ${t('Ends {until}.', { until: formatTime(new Date(until)) })}` : '';
  return (
    <ControlRow
      title={<label htmlFor={id}>{t('Announcement')}</label>}
      description={`${t('A sentence that everyone sees above every page.')}${end}`}
    >
      <SavedInput
        id={id}
        value={text}
        parse={(typed) => (typed.trim() === '' ? null : typed.trim())}
        onSave={(saved) => save({ text: saved, until: saved === null ? null : until })}
        wrong=""
        maxLength={MAX_ANNOUNCEMENT}
        autoComplete="off"
        placeholder={t('None')}
        className="w-full sm:w-72"
      />
      <Select
        aria-label={t('End of the announcement')}
        value={until === null ? 'never' : ''}
        onChange={(hours) => save({ until: endIn(hours) })}
        choices={ENDS}
        placeholder={t('Change end')}
        disabled={text === null}
        className="w-40"
      />
    </ControlRow>
  );
}

const endIn = (hours: string): string | null =>
  hours === 'never' ? null : new Date(serverNow() + Number(hours) * 3_600_000).toISOString();
