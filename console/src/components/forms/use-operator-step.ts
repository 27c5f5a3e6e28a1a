import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { toast } from '../../ui/states/toast.tsx';

/** An operator action: shows `done` after success, and refreshes the operator's data after success or failure. */
export function useOperatorStep<Answer, How = void>(
  done: string,
  take: (how: How) => Promise<Answer>,
): UseMutationResult<Answer, Error, How> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: take,
    onSuccess: () => {
      toast(done);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
}
