# The HTTP clients of Perl, as they are: HTTP::Tiny of itself, and LWP.
use strict;
use warnings;

sub by_tiny {
  my ($address, $headers, $body) = @_;
  require HTTP::Tiny;
  my $answer = HTTP::Tiny->new->post($address, { headers => $headers, content => $body });
  return ($answer->{status}, $answer->{content}, '') unless $answer->{status} == 599;
  return (599, '', $answer->{content});
}

sub by_lwp {
  my ($address, $headers, $body) = @_;
  require LWP::UserAgent;
  my $answer = LWP::UserAgent->new->post($address, %$headers, Content => $body);
  my $died = $answer->header('X-Died') // $answer->header('Client-Aborted') // '';
  return ($answer->code, $answer->content, $died);
}

chomp(my $head = <STDIN>);
my ($base, $key) = split /\t/, $head;
while (my $line = <STDIN>) {
  chomp $line;
  my ($name, $path, $body) = split /\t/, $line;
  my $headers = { 'Authorization' => "Bearer $key", 'Content-Type' => 'application/json' };
  my ($status, $received, $error) = ($ARGV[0] eq 'lwp' ? \&by_lwp : \&by_tiny)->($base . $path, $headers, $body);
  $error =~ s/\s+/ /g;
  print join("\t", $name, $status, unpack('H*', $received), $error), "\n";
}
