/** What an upstream's refusal means for the call. */
export interface UpstreamRefusal {
  /**
   * `client`: the request itself is at fault, no other route can help. `upstream`: try elsewhere. `credentials`: the same, and
   * it is our key or our account there that is refused, whatever anybody asks. No words that a client can bring an upstream to
   * say may lead to `credentials`. `request`: this route cannot take this request, which says nothing about what it does for
   * others; try elsewhere.
   */
  readonly blame: 'client' | 'upstream' | 'credentials' | 'request';
  readonly code:
    'invalid_parameter' | 'context_length_exceeded' | 'content_policy_violation' | 'body_too_large' | 'upstream_unavailable';
  /** The upstream's words cleaned of addresses and secrets, or `null` where they must not be passed on. */
  readonly message: string | null;
  readonly param: string | null;
}
