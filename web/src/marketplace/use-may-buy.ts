import { useUser } from '../session/session.ts';
import { toast } from '../ui/toast-store.ts';

/** Whether someone may buy here; who may not is told the way. */
export function useMayBuy(): () => boolean {
  const { role, isOwner } = useUser();
  return () => {
    if (role === 'buyer' || isOwner) return true;
    toast({
      title: 'Only buyers can purchase',
      description: 'Switch to your buyer account in the menu under your name.',
      variant: 'warning',
    });
    return false;
  };
}
