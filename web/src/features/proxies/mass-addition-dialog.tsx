import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import type { proxies } from '@sterling/contract/proxies.ts';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { Textarea } from '../../kit/ui/input.tsx';
import { counted, useAddProxies } from './use-proxies.ts';

const MOST_LINES = 200;

/** Adds many proxies, one per line. Invalid lines stay in the dialog with their errors. */
export default function MassAdditionDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const add = useAddProxies();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lines = text.trimEnd().split(/\r?\n/);
    if (text.trim() === '') return setError('Enter a proxy on each line');
    if (lines.length > MOST_LINES) return setError(`Enter at most ${MOST_LINES} lines`);
    return add.mutate(lines, { onSuccess: ({ failed }) => failed.length === 0 && onClose() });
  };
  return (
    <FormDialog
      title="Mass Addition"
      description="Your own HTTP proxies, one per line. We test them right away."
      submitLabel="Add Proxies"
      cancelLabel={add.data ? 'Close' : 'Cancel'}
      isDirty={text.trim() !== '' && !add.data}
      isPending={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Proxies"
        hint="host:port, host:port:user:password or http://user:password@host:port"
        error={error}
      >
        {(control) => (
          <Textarea
            {...control}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setError(undefined);
              add.reset();
            }}
            rows={8}
            wrap="off"
            placeholder={'203.0.113.7:8080\n203.0.113.8:8080:user:password'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono text-sm max-sm:text-base"
          />
        )}
      </Field>
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
