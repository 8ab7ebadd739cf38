import { cents } from '@sterling/contract/money.ts';
import { type BalanceProof, type Reserves, reserves } from '@sterling/contract/reserves.ts';
import { t } from '@sterling/contract/texts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, ShieldCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import checker from '../../../../proof/check-proof.mjs?url';
import { call, explain } from '../../data/call.ts';
import { downloadFile } from '../../data/files.ts';
import { formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { useCurrentUser } from '../sessions/session.tsx';
import { reservesQuery } from './reserves.tsx';

/** Checks that the user's balance is part of the published liabilities. `withLink` leads to the public page. */
export function OwnBalance({ withLink = false }: { withLink?: boolean }) {
  const { user } = useCurrentUser();
  const { data: published } = useQuery(reservesQuery);
  if (!published) return null;
  return (
    <Card aria-labelledby="own-balance">
      <CardHeader
        id="own-balance"
        title={t('Check your balance')}
        description={t(
          'Your balance must be part of the published liabilities. No one can see your balance in them.',
        )}
      >
        {withLink && (
          <Button asChild variant="secondary" size="sm">
            <Link href="/reserves">{t('Proof of reserves')}</Link>
          </Button>
        )}
      </CardHeader>
      <CardBody className="flex flex-col gap-3">
        {user ? (
          <Check account={user.id} published={published} />
        ) : (
          <p className="text-2">
            {rich('{link} to check your own balance and to download its proof.', {
              link: (
                <Link href="/" className="text-accent underline underline-offset-4">
                  {t('Sign in')}
                </Link>
              ),
            })}
          </p>
        )}
        <p className="text-3">
          {rich('You do not have to trust this page. Download the proof and check it with {checkerLink}.', {
            checkerLink: <CheckerLink />,
          })}
        </p>
      </CardBody>
    </Card>
  );
}

function Check({ account, published }: { account: string; published: Reserves }) {
  const check = useCheckProof();
  const { snapshotId, tree } = published;
  const run = () => check.mutate({ snapshotId, root: tree.hash, account });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" pending={check.isPending} onClick={run}>
          <ShieldCheck aria-hidden className="size-4" />
          {t('Check my balance')}
        </Button>
        {check.data && (
          <Button variant="secondary" onClick={() => save(check.data.proof)}>
            <Download aria-hidden className="size-4" />
            {t('Download proof')}
          </Button>
        )}
      </div>
      <div role="status">
        {check.error ? (
          <p className="text-2">{explain(check.error)}</p>
        ) : (
          check.data && <Result {...check.data} />
        )}
      </div>
    </>
  );
}

function Result({ proof, problem }: { proof: BalanceProof; problem: string | null }) {
  if (problem)
    return (
      <p className="flex items-start gap-2 text-bad">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('The proof is not valid: {problem}. Download it and show it to others.', { problem })}
      </p>
    );
  return (
    <p className="flex items-start gap-2 text-good">
      <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {t(
          'Your buyer and seller wallets held {balance} together on {at}. This is part of the {liabilities} that Sterling owed. Check that it was your balance then.',
          {
            balance: formatUsd(cents(proof.cents)),
            at: formatTime(proof.at),
            liabilities: formatUsd(cents(proof.root.cents)),
          },
        )}
      </span>
    </p>
  );
}

/** Saves the proof as a file. */
const save = (proof: BalanceProof): void =>
  downloadFile(
    `sterling-proof-block-${proof.block.height}.json`,
    'application/json',
    JSON.stringify(proof, null, 1),
  );

/** Downloads the script that checks a proof without this page. */
const CheckerLink = () => (
  <a
    href={checker}
    download="check-proof.mjs"
    className="whitespace-nowrap text-accent underline underline-offset-4"
  >
    check-proof.mjs
  </a>
);

/** The user's proof in a snapshot, and what is wrong with it. Null if it is valid. */
interface CheckedProof {
  readonly proof: BalanceProof;
  readonly problem: string | null;
}

interface Published {
  readonly snapshotId: string;
  readonly root: string;
  /** The signed-in user. */
  readonly account: string;
}

/** Fetches the user's proof and checks it in this browser, with the code that people can download. */
function useCheckProof() {
  return useMutation({
    mutationFn: async ({ snapshotId, root, account }: Published): Promise<CheckedProof> => {
      const [proof, { checkProof }] = await Promise.all([
        call(reserves.proof, { query: { snapshot: snapshotId } }),
        import('../../../../proof/check-proof.mjs'),
      ]);
      const problem = await checkProof(proof, root, { account }).then(
        () => null,
        (error: Error) => error.message,
      );
      return { proof, problem };
    },
  });
}
