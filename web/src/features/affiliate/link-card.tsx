import { type Affiliate, REFERRAL_DAYS } from '@sterling/contract/affiliate.ts';
import type { ReactNode } from 'react';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Field, Input } from '../../kit/ui/field.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';

/** The referral link and a three-step explanation. */
export function LinkCard({ affiliate }: { affiliate: Affiliate | undefined }) {
  return (
    <Card>
      <CardHeader title="Invite people, earn a share" />
      <CardBody className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <Field label="Your referral link" hint="It contains only your referral code.">
          {(control) =>
            affiliate ? (
              <div className="flex gap-2 max-sm:flex-col">
                <Input
                  {...control}
                  readOnly
                  value={affiliate.link}
                  onFocus={({ target }) => target.select()}
                  className="min-w-0 sm:font-mono sm:text-sm"
                />
                <CopyButton text={affiliate.link} what="referral link" withText className="h-11" />
              </div>
            ) : (
              <Skeleton className="h-11 w-full max-sm:h-24" />
            )
          }
        </Field>
        <ol className="flex flex-col gap-3">
          <Step number={1} title="Share your link">
            Anyone who signs up with it is your referral.
          </Step>
          <Step number={2} title="They trade">
            <Percentage percent={affiliate?.percent} />
          </Step>
          <Step number={3} title="Instant payouts">
            Your share lands in your seller wallet as soon as the fee is charged.
          </Step>
        </ol>
      </CardBody>
    </Card>
  );
}

function Percentage({ percent }: { percent: number | undefined }) {
  const sentence = (share: number) =>
    `For ${REFERRAL_DAYS} days you get ${share}% of the marketplace and withdrawal fees that they pay.`;
  // Invisible until the share is known. It reserves the lines of the final sentence.
  if (percent === undefined) return <span className="invisible">{sentence(10)}</span>;
  if (percent === 0) return 'Payouts are paused. Your referrals still count.';
  return sentence(percent);
}

interface StepProps {
  number: number;
  title: string;
  children: ReactNode;
}

function Step({ number, title, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full border border-line font-medium text-2 text-xs tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium text-1">{title}</p>
        <div className="text-3">{children}</div>
      </div>
    </li>
  );
}
