/** What an upstream's refusal means for the call. */
export interface UpstreamRefusal {
  /**
   * `client`: the request itself is at fault, no other route can help. `upstream`: try elsewhere. `credentials`: the same, and
   * it is our key or our account there that is refused, whatever anybody asks. No words that a client can bring an upstream to
   * say may lead to `credentials`. `request`: this route cannot take this request, which says nothing about what it does for
   * others; try elsewhere, and say `code` where nobody else is left. `model`: it does not serve this model now; the same.
   */
  readonly blame: 'client' | 'upstream' | 'credentials' | 'request' | 'model';
  /** Of the answer, or what an error inside an answer with status 200 says it would be; 0: it does not say. */
  readonly status: number;
  readonly code:
    | 'invalid_parameter'
    | 'context_length_exceeded'
    | 'content_policy_violation'
    | 'body_too_large'
    | 'upstream_unavailable';
  /** As the upstream said them, bounded: nobody sees them before `clean-message.ts` has cleaned them. `null`: none that are surely its own. */
  readonly words: string | null;
  readonly param: string | null;
}
