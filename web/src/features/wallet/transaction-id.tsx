import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { platformStatusQuery } from '../platform/queries.ts';

/** The id of a Litecoin transaction, with a link to the explorer that the owner chose, if there is one. */
export function TransactionId({ txid }: { txid: string }) {
  const { data: status } = useQuery(platformStatusQuery);
  const explorer = status?.litecoinExplorerUrl;
  const id = <span className="truncate font-mono text-xs">{txid}</span>;
  return (
    <>
      {explorer ? (
        <a
          href={explorer.replace('{txid}', encodeURIComponent(txid))}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Transaction ${txid} in the explorer`}
          className="flex min-h-6 min-w-0 items-center gap-1.5 rounded-sm text-accent underline-offset-4 hover:underline"
        >
          {id}
          <ExternalLink aria-hidden className="size-4 shrink-0" />
        </a>
      ) : (
        id
      )}
      <CopyButton text={txid} what="transaction ID" />
    </>
  );
}
