#!/usr/bin/perl
# Places a buy and reads it with the methods that OpenAPI::Client generates from the document.
# Usage: partner.pl DOCUMENT KEY BASE64_JSON, where the JSON holds idempotencyKey and the wallet of the order.
use strict;
use warnings;
use MIME::Base64 qw(decode_base64);
use Mojo::JSON qw(decode_json encode_json);
use OpenAPI::Client;

my ($document, $key, $wish) = @ARGV;
my ($once, $wallet) = @{decode_json(decode_base64($wish))}{qw(idempotencyKey wallet)};
my $client = OpenAPI::Client->new("file://$document");
$client->ua->on(start => sub { $_[1]->req->headers->authorization("Bearer $key") });

sub answer {
  my $response = shift->res;
  die $response->body unless $response->is_success;
  return $response->json;
}

my $quote = answer($client->quoteBuy({body => {symbol => 'BTC', currency => 'JMD', amount => '2000'}}));
my $placed = answer($client->placeBuyOrder(
  {'idempotency-key' => $once, body => {%$wallet, quoteId => $quote->{quoteId}}}));
my $order = answer($client->order({orderId => $placed->{orderId}}));
my $unknown = $client->order({orderId => $once})->res->json;
print encode_json({quote => $quote, order => $order, refused => $unknown->{code}});
