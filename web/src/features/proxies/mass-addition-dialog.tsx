import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { proxies } from '@sterling/contract/proxies.ts';
import { CircleCheck } from 'lucide-react';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { TextareaField } from '../../kit/ui/field.tsx';
import { counted, useAddProxies } from './use-proxies.ts';

/** Adds many proxies, one per line. Invalid lines stay in the dialog with their errors. */
export default function MassAdditionDialog({ onClose }: { onClose: () => void }) {
  const add = useAddProxies();
  const form = useContractForm(proxies.addMany, {
    defaultValues: { lines: '' },
    bodyOf: ({ lines }) => ({ lines: lines.trimEnd().split(/\r?\n/) }),
    missing: { lines: 'Enter a proxy on each line' },
  });
  return (
    <FormDialog
      title="Mass Addition"
      description="Your own HTTP proxies, one per line. We test them right away."
      submitLabel="Add proxies"
      cancelLabel={add.data ? 'Close' : 'Cancel'}
      isDirty={form.isDirty && !add.data}
      isPending={add.isPending}
      onSubmit={form.submit(({ lines }) =>
        add.mutate(lines, { onSuccess: ({ failed }) => failed.length === 0 && onClose() }),
      )}
      onClose={onClose}
    >
      <TextareaField
        {...form.field('lines')}
        onChange={(event) => {
          void form.field('lines').onChange(event);
          form.clearErrors();
          add.reset();
        }}
        label="Proxies"
        hint="host:port, host:port:user:password or http://user:password@host:port"
        rows={8}
        wrap="off"
        placeholder={'203.0.113.7:8080\n203.0.113.8:8080:user:password'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono text-sm max-sm:text-base"
      />
      <div role="status" className="empty:-mt-5">
        {add.data && <Outcome outcome={add.data} />}
      </div>
    </FormDialog>
  );
}

function Outcome({ outcome: { added, failed } }: { outcome: ReplyOf<typeof proxies.addMany> }) {
  return (
    <div className="flex flex-col gap-3">
      {added > 0 && (
        <p className="flex items-center gap-2 text-good">
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          {counted(added, 'proxy')} added
        </p>
      )}
      {failed.length > 0 && (
        <ul className="flex flex-col gap-1 rounded-lg bg-bad/12 p-3 text-bad text-sm">
          {failed.map(({ line, reason }) => (
            <li key={line} className="tabular-nums">
              Line {line}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
