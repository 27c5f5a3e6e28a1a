import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { toast } from '../../ui/states/toast.tsx';

/** A step of an operator: `done` is shown once it is taken, and the operator's data is read again, taken or not. */
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
