import { CHECK_MINUTES, factors, MAX_RECOVERY_CODE, MAX_TOTP_CODE } from '@sterling/contract/factors.ts';
import { t } from '@sterling/contract/texts.ts';
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { call, explain } from '../../data/call.ts';
import { Form } from '../../kit/form/form.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { FieldError, InputField } from '../../kit/ui/field.tsx';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { DialogActions } from '../../kit/ui/overlay.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { askPasskey, explainPasskey, hasPasskeys } from './passkeys.ts';

/** The check that is open now. Calls that are refused while it is open wait for the same check. */
let openCheck: Promise<boolean> | null = null;

/** Opens the check that a refused call needs. True: it was passed, so the call can be repeated. */
export function askCheck(): Promise<boolean> {
  openCheck ??= showDialog().finally(() => {
    openCheck = null;
  });
  return openCheck;
}

const CLOSING_MS = 300;

/** The dialog has a root of its own, because any call of any page can need it. */
function showDialog(): Promise<boolean> {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  return new Promise((resolve) => {
    let isClosed = false;
    const close = (passed: boolean) => {
      // the answer to a code may come after the person has closed the dialog
      if (isClosed) return;
      isClosed = true;
      root.render(<Overlays>{null}</Overlays>);
      setTimeout(() => {
        root.unmount();
        container.remove();
      }, CLOSING_MS);
      resolve(passed);
    };
    root.render(
      <Overlays>
        <StepUpDialog onClose={close} />
      </Overlays>,
    );
  });
}

type CheckOptions = Awaited<ReturnType<typeof readOptions>>;
type Method = 'passkey' | 'totp' | 'recovery';

const readOptions = () => call(factors.checkOptions);

/** Asks the person to confirm that it is them: with a passkey, a code of their app, or a recovery code. */
function StepUpDialog({ onClose }: { onClose: (passed: boolean) => void }) {
  const [options, setOptions] = useState<CheckOptions | null>(null);
  const [chosen, setChosen] = useState<Method | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = () => {
    setError(null);
    readOptions().then(setOptions, setError);
  };
  useEffect(load, []);
  const offered = options ? offeredBy(options) : [];
  const method = chosen ?? offered[0] ?? null;
  const passed = () => onClose(true);
  return (
    <Dialog
      onClose={() => onClose(false)}
      onTop
      title={t('Confirm that it is you')}
      description={t(
        'This action is protected by your second factor. The confirmation counts for {minutes} minutes.',
        { minutes: CHECK_MINUTES },
      )}
      className="sm:max-w-md"
    >
      {!options && !error && <Skeleton className="h-24" />}
      {!options && error !== null && <ErrorState error={error} onRetry={load} className="py-4" />}
      {options && method === null && (
        <p className="text-warn">
          {t(
            'There is no way to confirm from this browser. Open Sterling in the browser that has your passkey.',
          )}
        </p>
      )}
      {method === 'passkey' && <PasskeyCheck options={options?.passkey ?? null} onPassed={passed} />}
      {(method === 'totp' || method === 'recovery') && (
        <CodeCheck key={method} kind={method} onPassed={passed} />
      )}
      <OtherMethods methods={offered.filter((other) => other !== method)} onChoose={setChosen} />
    </Dialog>
  );
}

function offeredBy({ passkey, totp, recoveryCodes }: CheckOptions): Method[] {
  return [
    ...(passkey && hasPasskeys() ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(recoveryCodes ? (['recovery'] as const) : []),
  ];
}

const INSTEAD: Readonly<Record<Method, string>> = {
  passkey: t('Use a passkey instead'),
  totp: t('Use a code from your app instead'),
  recovery: t('Use a recovery code instead'),
};

function OtherMethods({
  methods,
  onChoose,
}: {
  methods: readonly Method[];
  onChoose: (method: Method) => void;
}) {
  if (methods.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {methods.map((method) => (
        <Button key={method} variant="link" onClick={() => onChoose(method)}>
          {INSTEAD[method]}
        </Button>
      ))}
    </div>
  );
}

interface PasskeyCheckProps {
  /** The first options. A second try needs new ones, because a challenge is answered once. */
  options: CheckOptions['passkey'];
  onPassed: () => void;
}

function PasskeyCheck({ options, onPassed }: PasskeyCheckProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isUsed, setIsUsed] = useState(false);
  const check = async () => {
    setPending(true);
    setError(null);
    try {
      const fresh = isUsed ? (await readOptions()).passkey : options;
      setIsUsed(true);
      await call(factors.check, { body: { kind: 'passkey', answer: await askPasskey(fresh ?? {}) } });
      onPassed();
    } catch (failure) {
      setError(explainPasskey(failure));
      setPending(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <Button size="lg" pending={pending} onClick={check}>
        <Fingerprint aria-hidden className="size-5" />
        {t('Use a passkey')}
      </Button>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

const CODE = {
  totp: {
    label: t('Code from your authenticator app'),
    input: {
      inputMode: 'numeric',
      autoComplete: 'one-time-code',
      placeholder: '123456',
      maxLength: MAX_TOTP_CODE,
    },
  },
  recovery: {
    label: t('Recovery code'),
    input: {
      autoComplete: 'off',
      autoCapitalize: 'none',
      placeholder: 'xxxx-xxxx-xxxx',
      maxLength: MAX_RECOVERY_CODE,
    },
  },
} as const;

function CodeCheck({ kind, onPassed }: { kind: 'totp' | 'recovery'; onPassed: () => void }) {
  const form = useContractForm(factors.check, {
    defaultValues: { code: '' },
    bodyOf: ({ code }) => ({ kind, code }),
    missing: { code: t('Enter a code') },
    // an error that appears when the field is left would move the Close button away from the pointer
    checkedWhen: 'sent',
  });
  const send = form.submit((body) =>
    call(factors.check, { body }).then(onPassed, (failure) =>
      form.setError('code', { message: explain(failure) }),
    ),
  );
  const formElement = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) formElement.current?.querySelector('input')?.focus();
  }, []);
  const { label, input } = CODE[kind];
  return (
    <Form ref={formElement} onSubmit={send}>
      <InputField {...form.field('code')} {...input} label={label} spellCheck={false} />
      <DialogActions>
        <Button type="submit" pending={form.formState.isSubmitting}>
          {t('Confirm')}
        </Button>
      </DialogActions>
    </Form>
  );
}
