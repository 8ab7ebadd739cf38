import { coldSignatures, type ReservesOverview } from '@sterling/contract/cold-signatures.ts';
import type { Given } from '@sterling/contract/endpoint.ts';
import { SETTING_RANGES } from '@sterling/contract/settings.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../data/call.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatLtc, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { TextareaField } from '../../kit/ui/field.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { ControlRow, SavedInput, SwitchRow } from './control-row.tsx';
import { rangeOf, settingValueOf } from './owner-settings.ts';
import { reservesOverviewQuery } from './queries.ts';
import { useSetting } from './use-settings.ts';

/** The owner's side of the proof of reserves: publishing, the interval, and signatures of the cold storage. */
export default function ReservesCard() {
  const query = useQuery(reservesOverviewQuery);
  return (
    <Card aria-labelledby="reserves">
      <CardHeader
        id="reserves"
        title={t('Proof of reserves')}
        description={t(
          'A public page with liabilities, and with addresses whose control is proved by signatures',
        )}
      >
        {query.data?.published && (
          <Button asChild variant="secondary" size="sm">
            <Link href="/reserves">{t('Open page')}</Link>
          </Button>
        )}
      </CardHeader>
      <Loaded query={query} waiting={<SkeletonRows rows={3} className="p-4 sm:p-5" />}>
        {(overview) => (
          <div className="flex flex-col divide-y divide-line">
            <Publishing overview={overview} />
            {overview.cold.map((cold) => (
              <Cold key={cold.address} cold={cold} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

const PUBLISHING = {
  before: true,
  title: t('Publish the reserves?'),
  description: t(
    'Everyone can then see the sum of all balances and the addresses that hold coins. Deposits that were not swept yet count as liabilities, but not as reserves.',
  ),
  confirmLabel: t('Publish'),
};

const [from, to] = SETTING_RANGES['proof_of_reserves.everyHours'];
/** In hours. */
const INTERVAL = { from, to };

function Publishing({ overview: { published, everyHours, latest } }: { overview: ReservesOverview }) {
  const id = useId();
  const [shown, save] = useSetting('proof_of_reserves', { published, everyHours });
  return (
    <>
      <SwitchRow
        label={t('Publish')}
        description={t(
          'The page shows the sum of all balances, and every address of the hot wallet that holds coins. People can then recognise payments from these addresses.',
        )}
        checked={shown.published}
        question={PUBLISHING}
        onChange={(on) => save({ published: on })}
      />
      <ControlRow
        title={<label htmlFor={id}>{t('Interval')}</label>}
        description={latest ? describe(latest) : t('The first snapshot is taken when you publish.')}
      >
        <SavedInput
          id={id}
          value={shown.everyHours}
          parse={(text) => settingValueOf(text, INTERVAL) ?? undefined}
          onSave={(hours) => save({ everyHours: hours ?? everyHours })}
          wrong={rangeOf(INTERVAL)}
          inputMode="numeric"
          after={t('hours')}
        />
      </ControlRow>
    </>
  );
}

function describe({ at, height, liabilitiesUsd, unsigned }: NonNullable<ReservesOverview['latest']>): string {
  const taken = t('Last snapshot {at}, block {height}, {liabilitiesUsd}.', {
    at: formatTime(at),
    height: formatWhole(height),
    liabilitiesUsd: formatUsd(liabilitiesUsd),
  });
  if (unsigned === 0) return taken;
  const waiting = plural(
    unsigned,
    '{unsigned} hot address waits for the signer.',
    '{unsigned} hot addresses wait for the signer.',
    { unsigned },
  );
  return `${taken} ${waiting}`;
}

function Cold({ cold }: { cold: ReservesOverview['cold'][number] }) {
  const [signing, setSigning] = useState(false);
  const { address, ltc, message, signed } = cold;
  return (
    <ControlRow
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t('Cold storage')}
          <Badge tone={signed ? 'good' : 'warn'}>{signed ? t('Signed') : t('Not counted')}</Badge>
        </span>
      }
      description={
        <span className="break-all">
          {signed
            ? t('{ltc} on {address}, signed {at}', {
                ltc: formatLtc(ltc),
                address,
                at: formatTime(signed.at),
              })
            : t('{ltc} on {address}', { ltc: formatLtc(ltc), address })}
        </span>
      }
    >
      <Button variant="secondary" disabled={message === null} onClick={() => setSigning(true)}>
        {signed ? t('Replace signature') : t('Add signature')}
      </Button>
      <Overlays>
        {signing && message !== null && (
          <ColdSignatureDialog address={address} message={message} onClose={() => setSigning(false)} />
        )}
      </Overlays>
    </ControlRow>
  );
}

interface ColdSignatureDialogProps {
  address: string;
  /** It names the newest block, so it changes while the dialog is open. */
  message: string;
  onClose: () => void;
}

/** Uploads the signature of a cold address. The server checks it before the page shows it. */
function ColdSignatureDialog({ address, message, onClose }: ColdSignatureDialogProps) {
  const [first] = useState(message);
  const form = useContractForm(coldSignatures.sign, {
    defaultValues: { message: first, signature: '' },
    bodyOf: ({ message: signed, signature }) => ({ address, message: signed, signature: signature.trim() }),
    missing: { message: t('Paste the signed message'), signature: t('Paste the signature') },
  });
  const upload = useMutation({
    mutationFn: (body: Given<typeof coldSignatures.sign, 'body'>) => call(coldSignatures.sign, { body }),
    onSuccess: () => {
      toast({
        title: t('Signature saved'),
        description: t('It is valid. The address now counts as reserves.'),
      });
      onClose();
    },
    meta: { failed: t('Signature not saved'), changes: ['admin', 'reserves'] },
  });
  return (
    <FormDialog
      title={t('Sign with the cold storage')}
      description={t(
        'Sign this message with the key of the address. Use BIP-322 or “sign message” in your wallet. The key stays with you.',
      )}
      submitLabel={t('Save signature')}
      isDirty={form.isDirty}
      isPending={upload.isPending}
      onSubmit={form.submit((body) => upload.mutate(body))}
      onClose={onClose}
    >
      <TextareaField
        {...form.field('message')}
        label={t('Message')}
        hint={t('If you have signed an earlier message, paste that message here.')}
        aside={<CopyButton text={first} what={t('message')} />}
        rows={4}
        spellCheck={false}
        className="font-mono text-sm"
      />
      <TextareaField
        {...form.field('signature')}
        label={t('Signature')}
        hint="Base64"
        rows={4}
        spellCheck={false}
        autoComplete="off"
        className="font-mono text-sm"
      />
    </FormDialog>
  );
}
