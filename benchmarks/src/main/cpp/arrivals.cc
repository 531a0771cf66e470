// SPDX-License-Identifier: Apache-2.0
// The receiver of `./harness bench schedule`: an HTTP server that records when each request arrives, and sends the same short stream as
// response to each. The kernel takes the times when the last bytes of a request reach the socket (SO_TIMESTAMPNS). A late wake-up of this
// process therefore does not change them. Reads commands from the standard input: `port` prints the port on 127.0.0.1, `arrivals` prints
// the times of all requests since the last such command, in nanoseconds and in order. The end of the input ends this program.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view kBody =
    "data: {\"sent_ns\":0,\"choices\":[{\"index\":0,\"text\":\"a\",\"finish_reason\":\"length\"}]}\n\n"
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}\n\n"
    "data: [DONE]\n\n";

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "arrivals: %s: %s\n", what, std::strerror(errno));
  std::exit(1);
}

std::string response() {
  std::array<char, 16> size{};
  std::snprintf(size.data(), size.size(), "%zx", kBody.size());
  return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n" + std::string(size.data()) + "\r\n" +
         std::string(kBody) + "\r\n0\r\n\r\n";
}

void set_option(int socket, int level, int name) {
  const int on = 1;
  if (setsockopt(socket, level, name, &on, sizeof on) != 0) fail("setsockopt");
}

// Returns the length of the first request in these bytes, or 0 if it is not complete.
std::size_t request_length(std::string_view bytes) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  constexpr std::string_view kLength = "\r\ncontent-length:";
  const std::size_t end = bytes.find(kEnd);
  if (end == std::string_view::npos) return 0;
  std::string head(bytes.substr(0, end));
  std::transform(head.begin(), head.end(), head.begin(), [](unsigned char c) { return std::tolower(c); });
  const std::size_t length = head.find(kLength);
  const std::size_t body = length == std::string::npos ? 0 : std::strtoul(head.c_str() + length + kLength.size(), nullptr, 10);
  const std::size_t whole = end + kEnd.size() + body;
  return bytes.size() < whole ? 0 : whole;
}

class Server {
 public:
  Server() : epoll_(epoll_create1(0)), listener_(::socket(AF_INET, SOCK_STREAM, 0)), response_(response()) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (epoll_ < 0 || listener_ < 0) fail("socket");
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(listener_, SOMAXCONN) != 0) fail("bind");
    set_option(listener_, SOL_SOCKET, SO_TIMESTAMPNS);  // before the first connection, which inherits it
    watch(listener_, nullptr);
    watch(STDIN_FILENO, &input_);
  }

  void run() {
    std::array<epoll_event, 64> ready{};
    while (!ended_) {
      const int count = epoll_wait(epoll_, ready.data(), static_cast<int>(ready.size()), -1);
      if (count < 0 && errno != EINTR) fail("epoll_wait");
      for (int i = 0; i < count; ++i) {
        auto* const source = static_cast<Source*>(ready[static_cast<std::size_t>(i)].data.ptr);
        if (source == nullptr) {
          accept_one();
        } else if (source == &input_) {
          read_commands();
        } else {
          read_requests(*source);
        }
      }
    }
  }

 private:
  struct Source {
    int file;
    std::string bytes{};
  };

  void watch(int file, Source* source) {
    epoll_event interest{};
    interest.events = EPOLLIN;
    interest.data.ptr = source;
    if (epoll_ctl(epoll_, EPOLL_CTL_ADD, file, &interest) != 0) fail("epoll_ctl");
  }

  void accept_one() {
    const int socket = accept(listener_, nullptr, nullptr);
    if (socket < 0) fail("accept");
    set_option(socket, IPPROTO_TCP, TCP_NODELAY);
    connections_.push_back(std::make_unique<Source>(Source{socket}));
    watch(socket, connections_.back().get());
  }

  void read_requests(Source& connection) {
    long long nanos = -1;
    const ssize_t length = receive(connection.file, &nanos);
    if (length <= 0) {  // the file descriptor leaves the epoll set when it is closed
      close(connection.file);
      return;
    }
    connection.bytes.append(buffer_.data(), static_cast<std::size_t>(length));
    for (std::size_t whole = request_length(connection.bytes); whole > 0; whole = request_length(connection.bytes)) {
      connection.bytes.erase(0, whole);
      if (nanos < 0) fail("a request without a time");
      arrivals_.push_back(nanos);
      if (send(connection.file, response_.data(), response_.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(response_.size())) return;
    }
  }

  // Receives bytes, and the time at which the last of them reached the socket.
  ssize_t receive(int socket, long long* nanos) {
    alignas(cmsghdr) std::array<char, 256> control{};
    iovec part{buffer_.data(), buffer_.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t length = recvmsg(socket, &message, 0);
    for (cmsghdr* each = CMSG_FIRSTHDR(&message); length > 0 && each != nullptr; each = CMSG_NXTHDR(&message, each)) {
      if (each->cmsg_level == SOL_SOCKET && each->cmsg_type == SO_TIMESTAMPNS) {
        timespec time{};
        std::memcpy(&time, CMSG_DATA(each), sizeof time);
        *nanos = time.tv_sec * 1'000'000'000LL + time.tv_nsec;
      }
    }
    return length;
  }

  void read_commands() {
    const ssize_t length = read(STDIN_FILENO, buffer_.data(), buffer_.size());
    ended_ = length <= 0;
    if (ended_) return;
    input_.bytes.append(buffer_.data(), static_cast<std::size_t>(length));
    for (std::size_t end = input_.bytes.find('\n'); end != std::string::npos; end = input_.bytes.find('\n')) {
      const std::string command = input_.bytes.substr(0, end);
      input_.bytes.erase(0, end + 1);
      if (command == "port") {
        std::printf("%d\n", port());
      } else if (command == "arrivals") {
        print_arrivals();
      } else {
        std::printf("failed: unknown command %s\n", command.c_str());
      }
      std::fflush(stdout);
    }
  }

  int port() const {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    if (getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) fail("getsockname");
    return ntohs(address.sin_port);
  }

  void print_arrivals() {
    std::sort(arrivals_.begin(), arrivals_.end());
    for (std::size_t i = 0; i < arrivals_.size(); ++i) std::printf(i == 0 ? "%lld" : " %lld", arrivals_[i]);
    std::printf("\n");
    arrivals_.clear();
  }

  const int epoll_;
  const int listener_;
  const std::string response_;
  Source input_{STDIN_FILENO};
  std::vector<std::unique_ptr<Source>> connections_;
  std::array<char, 1 << 16> buffer_{};
  std::vector<long long> arrivals_;
  bool ended_ = false;
};

}  // namespace

int main() {
  Server().run();
  return 0;
}
