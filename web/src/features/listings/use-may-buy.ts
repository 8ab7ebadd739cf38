import { toast } from '../../kit/ui/toast-store.ts';
import { useUser } from '../session/session.ts';

/** Whether the user may buy here. A toast tells other users how to get access. */
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
