// SPDX-License-Identifier: Apache-2.0
#include "engine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace loadharness {
namespace {

constexpr std::size_t kRowSize = sizeof(Engine::Row) / sizeof(std::int32_t);
// The results of llama_decode if there are not enough adjacent cells; b4916 also returns the second for failed computations.
constexpr std::int32_t kNoSlot = 1;
constexpr std::int32_t kNotPrepared = -3;
constexpr std::uint64_t kBytesOfHalf = 2;

std::runtime_error failure(const std::string& what) {
  const std::string log = take_log();
  return std::runtime_error(log.empty() ? what : what + ": " + log);
}

}  // namespace

Engine::Engine(const std::string& file, std::int32_t gpu_layers) {
  if (gpu_layers > 0 && !llama().supports_gpu_offload()) {
    throw std::runtime_error("this build of llama.cpp has no GPU support: set gpu-layers to 0, or add the jar of de.kherud:llama with"
                             " the classifier of your GPU");
  }
  take_log();
  ModelParams params = llama().model_default_params();
  params.n_gpu_layers = gpu_layers;
  model_.reset(llama().model_load_from_file(file.c_str(), params));
  if (model_ == nullptr) {
    throw failure("llama.cpp cannot load the model");
  }
  if (llama().model_has_encoder(model_.get())) {
    throw std::runtime_error("the model has an encoder: use a model that has only a decoder");
  }
  vocab_ = llama().model_get_vocab(model_.get());
  for (std::int32_t token = 0; token < vocabulary_size(); ++token) {
    if (ends_generation(token)) {
      end_tokens_.push_back(token);
    }
  }
}

void Engine::create_context(std::uint32_t cells, std::uint32_t sequences, std::uint32_t batch, std::int32_t threads) {
  ContextParams params = llama().context_default_params();
  params.n_ctx = cells;
  params.n_batch = batch;
  params.n_ubatch = batch;
  params.n_seq_max = sequences;
  params.n_threads = threads;
  params.n_threads_batch = threads;
  // ended sequences leave gaps of cells, and a long prompt needs adjacent cells
  params.defrag_thold = 0.1F;
  params.abort_callback = &Engine::is_interrupted;
  params.abort_callback_data = this;
  take_log();
  context_.reset(llama().init_from_model(model_.get(), params));
  if (context_ == nullptr) {
    throw failure("llama.cpp cannot create a context of " + std::to_string(cells) + " tokens");
  }
  samplers_.resize(sequences);
  max_rows_ = batch;
  table_.resize(max_rows_ * kRowSize + max_rows_);
  tokens_.resize(max_rows_);
  positions_.resize(max_rows_);
  sequences_.resize(max_rows_);
  sequence_counts_.assign(max_rows_, 1);
  sequence_pointers_.resize(max_rows_);
  for (std::size_t i = 0; i < max_rows_; ++i) {
    sequence_pointers_[i] = &sequences_[i];
  }
  outputs_.resize(max_rows_);
}

std::string Engine::description() const {
  char text[256];
  const std::int32_t size = llama().model_desc(model_.get(), text, sizeof text);
  return size <= 0 ? std::string() : std::string(text, std::min<std::size_t>(static_cast<std::size_t>(size), sizeof text - 1));
}

std::uint64_t Engine::bytes_per_cell() const {
  const llama_model* model = model_.get();
  const std::int64_t heads = std::max(1, llama().model_n_head(model));
  const std::int64_t width = llama().model_n_embd(model) / heads * llama().model_n_head_kv(model);
  return static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(llama().model_n_layer(model)) * 2 * kBytesOfHalf;
}

std::string Engine::piece(std::int32_t token) const {
  std::string text(32, '\0');
  std::int32_t size = llama().token_to_piece(vocab_, token, text.data(), static_cast<std::int32_t>(text.size()), 0, false);
  if (size < 0) {
    text.resize(static_cast<std::size_t>(-size));
    size = llama().token_to_piece(vocab_, token, text.data(), -size, 0, false);
  }
  text.resize(static_cast<std::size_t>(std::max(0, size)));
  return text;
}

std::vector<std::int32_t> Engine::tokenize(const std::string& text) const {
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) / 2) {
    throw std::runtime_error("the text is too long");
  }
  const std::int32_t length = static_cast<std::int32_t>(text.size());
  std::vector<std::int32_t> tokens(text.size() + 8);
  std::int32_t count =
      llama().tokenize(vocab_, text.data(), length, tokens.data(), static_cast<std::int32_t>(tokens.size()), true, true);
  if (count < 0) {
    tokens.resize(static_cast<std::size_t>(-count));
    count = llama().tokenize(vocab_, text.data(), length, tokens.data(), -count, true, true);
  }
  tokens.resize(static_cast<std::size_t>(std::max(0, count)));
  return tokens;
}

bool Engine::apply_template(const std::vector<std::pair<std::string, std::string>>& turns, std::string& text) const {
  const char* source = llama().model_chat_template(model_.get(), nullptr);
  if (source == nullptr) {
    return false;
  }
  std::vector<ChatTurn> views;
  std::size_t characters = 256;
  for (const auto& [role, content] : turns) {
    views.push_back({role.c_str(), content.c_str()});
    characters += 2 * (role.size() + content.size()) + 64;
  }
  text.resize(characters);
  std::int32_t size = llama().chat_apply_template(source, views.data(), views.size(), true, text.data(),
                                                  static_cast<std::int32_t>(text.size()));
  if (size > static_cast<std::int32_t>(text.size())) {
    text.resize(static_cast<std::size_t>(size));
    size = llama().chat_apply_template(source, views.data(), views.size(), true, text.data(), size);
  }
  text.resize(static_cast<std::size_t>(std::max(0, size)));
  return size >= 0;
}

void Engine::begin(std::int32_t sequence, const Sampling& sampling) {
  end(sequence);
  if (sampling.temperature <= 0) {
    return;
  }
  const LlamaApi& api = llama();
  std::unique_ptr<llama_sampler, SamplerDeleter> chain(api.sampler_chain_init({true}));
  if (sampling.top_k > 0) {
    api.sampler_chain_add(chain.get(), api.sampler_init_top_k(sampling.top_k));
  }
  if (sampling.top_p < 1) {
    api.sampler_chain_add(chain.get(), api.sampler_init_top_p(sampling.top_p, 1));
  }
  api.sampler_chain_add(chain.get(), api.sampler_init_temp(sampling.temperature));
  api.sampler_chain_add(chain.get(), api.sampler_init_dist(sampling.seed));
  samplers_.at(static_cast<std::size_t>(sequence)) = std::move(chain);
}

void Engine::end(std::int32_t sequence) {
  samplers_.at(static_cast<std::size_t>(sequence)).reset();
  llama().kv_self_seq_rm(context_.get(), sequence, -1, -1);
}

void Engine::step(std::int32_t rows) {
  const Row* const table = reinterpret_cast<const Row*>(table_.data());
  std::int32_t* sampled = table_.data() + max_rows_ * kRowSize;
  const std::int32_t tokens = vocabulary_size();
  if (rows < 0 || static_cast<std::size_t>(rows) > max_rows_) {
    throw std::runtime_error("too many rows: " + std::to_string(rows));
  }
  for (std::int32_t i = 0; i < rows; ++i) {
    const Row& row = table[i];
    if (row.token < 0 || row.token >= tokens || row.sequence < 0 || static_cast<std::size_t>(row.sequence) >= samplers_.size()) {
      throw std::runtime_error("the vocabulary has no token " + std::to_string(row.token));
    }
    tokens_[static_cast<std::size_t>(i)] = row.token;
    positions_[static_cast<std::size_t>(i)] = row.position;
    sequences_[static_cast<std::size_t>(i)] = row.sequence;
    outputs_[static_cast<std::size_t>(i)] = (row.flags & kSample) != 0;
  }
  take_log();
  std::int32_t size = rows;
  for (std::int32_t from = 0; from < rows;) {
    const std::int32_t count = std::min(size, rows - from);
    const Batch part = {count,         &tokens_[static_cast<std::size_t>(from)], nullptr, &positions_[static_cast<std::size_t>(from)],
                        sequence_counts_.data(), &sequence_pointers_[static_cast<std::size_t>(from)],
                        &outputs_[static_cast<std::size_t>(from)]};
    const std::int32_t status = llama().decode(context_.get(), part);
    if ((status == kNoSlot || status == kNotPrepared) && count > 1 && !interrupted_.load()) {
      size = count / 2;  // smaller parts fit into the gaps
      continue;
    }
    if (status != 0) {
      throw failure(interrupted_.load() ? std::string("the engine was closed")
                                        : "llama.cpp cannot process a batch (status " + std::to_string(status) + ")");
    }
    for (std::int32_t i = 0; i < count; ++i) {
      if (outputs_[static_cast<std::size_t>(from + i)] != 0) {
        *sampled++ = sample(i, table[from + i]);
      }
    }
    from += count;
  }
}

std::int32_t Engine::sample(std::int32_t index, const Row& row) {
  float* const logits = llama().get_logits_ith(context_.get(), index);
  if (logits == nullptr) {
    throw failure("llama.cpp has no logits");
  }
  const std::int32_t tokens = vocabulary_size();
  if ((row.flags & kNoEnd) != 0) {
    for (const std::int32_t token : end_tokens_) {
      logits[token] = -std::numeric_limits<float>::infinity();
    }
  }
  std::int32_t best = 0;
  bool numbers = true;
  for (std::int32_t token = 0; token < tokens; ++token) {
    numbers &= logits[token] == logits[token];
    if (logits[token] > logits[best]) {
      best = token;
    }
  }
  if (!numbers) {
    return kNotANumber;
  }
  llama_sampler* const chain = samplers_[static_cast<std::size_t>(row.sequence)].get();
  if (chain == nullptr) {
    return best;
  }
  candidates_.resize(static_cast<std::size_t>(tokens));
  for (std::int32_t token = 0; token < tokens; ++token) {
    candidates_[static_cast<std::size_t>(token)] = {token, logits[token], 0};
  }
  TokenDataArray array = {candidates_.data(), candidates_.size(), -1, false};
  llama().sampler_apply(chain, &array);
  if (array.selected < 0 || static_cast<std::size_t>(array.selected) >= array.size) {
    return kNotANumber;
  }
  return array.data[array.selected].id;
}

bool Engine::is_interrupted(void* engine) { return static_cast<Engine*>(engine)->interrupted_.load(std::memory_order_relaxed); }

}  // namespace loadharness
