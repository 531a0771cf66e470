// SPDX-License-Identifier: Apache-2.0
// The C++ side of `./harness bench http`: an epoll client that only counts the events of streamed responses.
// Arguments: port of 127.0.0.1, connections, requests in all, microseconds between the first requests, the body of each
// request. Prints requests, events, and the nanoseconds of CPU time and wall time since all connections are open.
// With a rate as the sixth argument it sends requests with random gaps at that rate per second. It then prints the median and the 99th
// percentile, in nanoseconds, of the delay from the server's send to the client's read of the first event.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int kStallMillis = 10'000;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "%s: %s\n", what, errno == 0 ? "the server stopped responding" : std::strerror(errno));
  std::exit(1);
}

long long nanos(const timeval& time) { return time.tv_sec * 1'000'000'000LL + time.tv_usec * 1'000LL; }

long long cpu_nanos() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return nanos(usage.ru_utime) + nanos(usage.ru_stime);
}

long long wall_nanos() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

// Counts the occurrences of a text, even if one is split between two reads. The first character of the text must not occur in it again.
class Counter {
 public:
  explicit Counter(std::string_view text) : text_(text) {}

  int count(const char* bytes, std::size_t length) {
    int found = 0;
    const char* at = bytes;
    const char* const end = bytes + length;
    while (at < end) {
      if (matched_ == 0) {
        at = static_cast<const char*>(std::memchr(at, text_[0], end - at));
        if (at == nullptr) break;
        ++at;
        matched_ = 1;
      } else if (*at != text_[matched_]) {
        matched_ = 0;
      } else {
        ++at;
        ++matched_;
      }
      if (matched_ == text_.size()) {
        ++found;
        matched_ = 0;
      }
    }
    return found;
  }

 private:
  std::string_view text_;
  std::size_t matched_ = 0;
};

// Detects the end of a chunked body.
class Ending {
 public:
  bool seen(const char* bytes, std::size_t length) {
    const std::size_t fresh = std::min(length, kEnd.size());
    std::memmove(last_.data(), last_.data() + fresh, last_.size() - fresh);
    std::memcpy(last_.data() + last_.size() - fresh, bytes + length - fresh, fresh);
    return std::memcmp(last_.data(), kEnd.data(), kEnd.size()) == 0;
  }

 private:
  static constexpr std::string_view kEnd = "\r\n0\r\n\r\n";
  std::array<char, kEnd.size()> last_{};
};

struct Connection {
  int socket;
  Counter events{"\ndata:"};
  Ending ending{};
  bool stamped = false;
};

// Returns the server's send time of an event, or -1 if these bytes do not contain it.
long long sent_nanos(std::string_view bytes) {
  constexpr std::string_view kName = "\"sent_ns\":";
  const std::size_t at = bytes.find(kName);
  if (at == std::string_view::npos) return -1;
  const std::size_t digits = at + kName.size();
  const std::size_t end = bytes.find_first_not_of("0123456789", digits);
  return end == std::string_view::npos ? -1 : std::stoll(std::string(bytes.substr(digits, end - digits)));
}

int connected(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (socket < 0 || connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) fail("connect");
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

class Client {
 public:
  Client(int port, int connections, const std::string& body, const std::string& headers)
      : epoll_(epoll_create1(0)),
        request_("POST /v1/completions HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                 "\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\n" + headers + "Content-Length: " +
                 std::to_string(body.size()) + "\r\n\r\n" + body) {
    for (int i = 0; i < connections; ++i) {
      connections_.push_back({connected(port)});
      epoll_event interest{};
      interest.events = EPOLLIN;
      interest.data.u32 = static_cast<std::uint32_t>(i);
      if (epoll_ctl(epoll_, EPOLL_CTL_ADD, connections_.back().socket, &interest) != 0) fail("epoll_ctl");
    }
  }

  // Sends a request on every connection, and a new one when a response ends, until a number of requests are completed.
  void run(long requests, long gap_micros) {
    left_ = requests;
    for (Connection& each : connections_) {
      send(each);
      if (gap_micros > 0) take(0), usleep(static_cast<useconds_t>(gap_micros));
    }
    while (answered_ < requests) take(kStallMillis);
  }

  // Sends requests with random gaps, at a rate per second, on free connections.
  void run_at(double per_second, long requests) {
    const int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    epoll_event interest{};
    interest.events = EPOLLIN | EPOLLET;
    interest.data.u32 = kTimer;
    if (timer < 0 || epoll_ctl(epoll_, EPOLL_CTL_ADD, timer, &interest) != 0) fail("timerfd");
    for (Connection& each : connections_) idle_.push_back(&each);
    std::mt19937_64 random(1);
    std::exponential_distribution<double> gap(per_second / 1e9);
    paced_ = true;
    double scheduled = static_cast<double>(wall_nanos());
    for (left_ = requests; left_ > 0;) {
      scheduled += gap(random);
      const auto nanos = static_cast<long long>(scheduled);
      const itimerspec when{{}, {nanos / 1'000'000'000, nanos % 1'000'000'000}};
      timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, nullptr);
      while (wall_nanos() < nanos || idle_.empty()) take(kStallMillis);
      Connection& free = *idle_.back();
      idle_.pop_back();
      send(free);
    }
    while (answered_ < requests) take(kStallMillis);
  }

  long answered() const { return answered_; }
  long events() const { return events_; }

  // Delays from send to read of the first events, sorted.
  std::vector<long long> first_event_delays() {
    std::sort(delays_.begin(), delays_.end());
    return delays_;
  }

 private:
  void send(const Connection& connection) {
    if (left_ == 0) return;
    --left_;
    if (write(connection.socket, request_.data(), request_.size()) != static_cast<ssize_t>(request_.size())) fail("write");
  }

  void take(int patience_millis) {
    errno = 0;
    const int ready = epoll_wait(epoll_, ready_.data(), static_cast<int>(ready_.size()), patience_millis);
    if (ready < 0 && errno == EINTR) return;  // the process was stopped and continued
    if (ready < 0 || (ready == 0 && patience_millis > 0)) fail("epoll_wait");
    for (int i = 0; i < ready; ++i) {
      if (ready_[i].data.u32 != kTimer) read(connections_[ready_[i].data.u32]);
    }
  }

  void read(Connection& connection) {
    errno = 0;
    const ssize_t length = ::read(connection.socket, buffer_.data(), buffer_.size());
    const long long now = paced_ ? wall_nanos() : 0;
    if (length <= 0) fail("read");
    if (paced_ && !connection.stamped) {
      const long long sent = sent_nanos({buffer_.data(), static_cast<std::size_t>(length)});
      connection.stamped = sent >= 0;
      if (sent >= 0) delays_.push_back(now - sent);
    }
    events_ += connection.events.count(buffer_.data(), static_cast<std::size_t>(length));
    if (connection.ending.seen(buffer_.data(), static_cast<std::size_t>(length))) {
      ++answered_;
      connection.stamped = false;
      if (paced_) {
        idle_.push_back(&connection);
      } else {
        send(connection);
      }
    }
  }

  static constexpr std::uint32_t kTimer = UINT32_MAX;

  const int epoll_;
  const std::string request_;
  std::vector<Connection> connections_;
  std::array<epoll_event, 512> ready_{};
  std::array<char, 1 << 16> buffer_{};
  long left_ = 0;
  long answered_ = 0;
  long events_ = 0;
  bool paced_ = false;
  std::vector<Connection*> idle_;
  std::vector<long long> delays_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 6 && count != 7) {
    std::fprintf(stderr, "usage: http_client PORT CONNECTIONS REQUESTS GAP_MICROS BODY [PER_SECOND]\n");
    return 2;
  }
  const bool paced = count == 7;
  Client client(std::atoi(arguments[1]), std::atoi(arguments[2]), arguments[5], paced ? "X-LoadHarness-Stamps: true\r\n" : "");
  const long requests = std::atol(arguments[3]);
  if (paced) {
    client.run_at(std::atof(arguments[6]), requests);
    const std::vector<long long> delays = client.first_event_delays();
    if (static_cast<long>(delays.size()) != requests) fail("a response without a stamp");
    std::printf("%lld %lld\n", delays[delays.size() / 2], delays[delays.size() * 99 / 100]);
    return 0;
  }
  const long long cpu = cpu_nanos();
  const long long wall = wall_nanos();
  client.run(requests, std::atol(arguments[4]));
  std::printf("%ld %ld %lld %lld 0\n", client.answered(), client.events(), cpu_nanos() - cpu, wall_nanos() - wall);
  return 0;
}
