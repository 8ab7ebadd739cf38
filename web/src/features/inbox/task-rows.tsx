import type { WaitingTask } from '@sterling/contract/inbox.ts';
import {
  ChevronRight,
  Gavel,
  type LucideIcon,
  MessageCircle,
  PackageCheck,
  ShoppingCart,
  Truck,
} from 'lucide-react';
import { formatTime } from '../../kit/format/format-time.ts';
import { TargetLink, targetOfTask } from './target-link.tsx';

const ICONS: Readonly<Record<WaitingTask['step'], LucideIcon>> = {
  deliver: Truck,
  confirm: PackageCheck,
  answer: MessageCircle,
  buy: ShoppingCart,
  decide: Gavel,
};

interface TaskRowsProps {
  tasks: readonly WaitingTask[];
  /** The link of the staff's decisions leaves the page. */
  onLeave?: () => void;
}

/** The tasks that wait for the user. Each links to its trade, its order or the reviews. */
export function TaskRows({ tasks, onLeave }: TaskRowsProps) {
  return (
    <ul className="divide-y divide-line">
      {tasks.map((task) => (
        <li key={`${task.step} ${task.subjectId}`} className="last:[&>a]:rounded-b-xl">
          <TaskRow task={task} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  );
}

function TaskRow({ task, onLeave }: { task: WaitingTask; onLeave: (() => void) | undefined }) {
  const target = targetOfTask(task);
  const Icon = ICONS[task.step];
  return (
    <TargetLink
      target={target}
      onPress={target ? undefined : onLeave}
      className="flex min-h-17 w-full items-center gap-3 px-4 py-3 text-left transition-colors hover:bg-surface-2/50 sm:px-5"
    >
      <Icon aria-hidden className="size-5 shrink-0 text-warn" />
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere line-clamp-2 font-medium text-1">{task.title}</span>
        <span className="block text-3 text-xs">
          {task.text}
          {task.until && ` · ${deadlineOf(task.step)} ${formatTime(task.until)}`}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-3" />
    </TargetLink>
  );
}

/** A delivered trade is confirmed automatically at its deadline. */
const deadlineOf = (step: WaitingTask['step']): string =>
  step === 'confirm' ? 'Confirms automatically on' : 'Deadline';
