<?php
// The HTTP clients of PHP, as they are: curl, and the wrapper of streams.

function by_curl($address, $headers, $body) {
  $received = '';
  $curl = curl_init($address);
  curl_setopt($curl, CURLOPT_HTTPHEADER, $headers);
  curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
  curl_setopt($curl, CURLOPT_WRITEFUNCTION, function ($_, $piece) use (&$received) {
    $received .= $piece;
    return strlen($piece);
  });
  curl_exec($curl);
  return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $received, curl_error($curl)];
}

function by_streams($address, $headers, $body) {
  $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
  $received = file_get_contents($address, false, stream_context_create(['http' => $http]));
  $status = explode(' ', $http_response_header[0] ?? '0 0')[1];
  return [$status, (string) $received, $received === false ? (error_get_last()['message'] ?? 'false') : ''];
}

[$base, $key] = explode("\t", rtrim(fgets(STDIN), "\n"));
while (($line = fgets(STDIN)) !== false) {
  [$name, $path, $body] = explode("\t", rtrim($line, "\n"));
  $headers = ["Authorization: Bearer $key", 'Content-Type: application/json'];
  $call = $argv[1] === 'curl' ? 'by_curl' : 'by_streams';
  [$status, $received, $error] = $call($base . $path, $headers, $body);
  echo implode("\t", [$name, $status, bin2hex($received), preg_replace('/\s+/', ' ', $error)]), "\n";
}
