# The HTTP client of Ruby itself, as it is.
require 'net/http'

base, key = $stdin.gets.chomp.split("\t")
$stdin.each_line do |line|
  name, path, body = line.chomp.split("\t")
  address = URI(base + path)
  request = Net::HTTP::Post.new(address, 'Authorization' => "Bearer #{key}", 'Content-Type' => 'application/json')
  request.body = body
  status = 0
  received = +''
  error = ''
  begin
    Net::HTTP.start(address.host, address.port) do |http|
      http.request(request) do |answer|
        status = answer.code.to_i
        answer.read_body { |piece| received << piece }
      end
    end
  rescue StandardError => e
    error = e.inspect
  end
  puts [name, status, received.unpack1('H*'), error.gsub(/\s+/, ' ')].join("\t")
end
