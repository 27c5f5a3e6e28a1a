/** The meaning of an upstream's refusal for the call. */
export interface UpstreamRefusal {
  /**
   * `client`: the request itself is at fault, no other route can help. `upstream`: try elsewhere. `credentials`: the same, and our key or
   * account there is refused for any request. Nothing that a client can make an upstream say may lead to `credentials`. `request`: this route
   * cannot take this request, which says nothing about other requests; try elsewhere, and return `code` if no other route is left. `model`: it
   * does not serve this model now; the same.
   */
  readonly blame: 'client' | 'upstream' | 'credentials' | 'request' | 'model';
  /** Status of the answer, or the one that an error inside an answer with status 200 implies; 0: none. */
  readonly status: number;
  readonly code:
    | 'invalid_parameter'
    | 'context_length_exceeded'
    | 'content_policy_violation'
    | 'body_too_large'
    | 'upstream_unavailable';
  /** The upstream's own text, bounded; shown only after `clean-message.ts` has cleaned it. `null`: no text that surely is its own. */
  readonly words: string | null;
  readonly param: string | null;
}
