import { t } from '@sterling/contract/texts.ts';
import { useState } from 'react';
import { SwitchField } from '../../kit/ui/checkbox.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { MODIFIER, questionMark } from './keyboard.ts';

const SHORTCUTS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [[MODIFIER, 'K'], t('Search and run a command')],
  [['?'], t('Show these shortcuts')],
  [['↑', '↓'], t('Move in a list of commands or choices')],
  [['Enter'], t('Open, choose or submit')],
  [['Tab'], t('Go to the next control')],
  [['Esc'], t('Close a dialog, a sheet or a message')],
];

/** All keyboard shortcuts, and the choice whether ? opens them. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={t('Keyboard shortcuts')}>
      <dl className="flex flex-col divide-y divide-line">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={what} className="flex min-h-10 items-center justify-between gap-6">
            <dt className="text-1">{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-sm border border-line px-1.5 py-0.5 text-center font-sans text-2 text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <QuestionMarkSwitch />
    </Dialog>
  );
}

function QuestionMarkSwitch() {
  const [isOn, show] = useState(questionMark.isOn);
  const turn = (on: boolean) => {
    questionMark.turn(on);
    show(on);
  };
  return (
    <SwitchField
      label={t('Use the key ?')}
      description={t(
        'Turn it off if speech input presses it by accident. The command palette opens this list too.',
      )}
      checked={isOn}
      onCheckedChange={turn}
    />
  );
}
