// SPDX-License-Identifier: Apache-2.0
// A model and the sequences that generate tokens with it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "llama_api.h"

namespace loadharness {

struct ModelDeleter {
  void operator()(llama_model* model) const { llama().model_free(model); }
};
struct ContextDeleter {
  void operator()(llama_context* context) const { llama().free(context); }
};
struct SamplerDeleter {
  void operator()(llama_sampler* sampler) const { llama().sampler_free(sampler); }
};

// Only tokenize, apply_template and interrupt may be called by several threads.
class Engine final {
 public:
  // A row of the table of step: one token of a sequence.
  struct Row {
    std::int32_t token;
    std::int32_t position;
    std::int32_t sequence;
    std::int32_t flags;
  };
  // Sample the token that follows this one.
  static constexpr std::int32_t kSample = 1;
  // Sample only tokens that do not end the generation.
  static constexpr std::int32_t kNoEnd = 2;
  // The sampled token of a row whose logits are not numbers.
  static constexpr std::int32_t kNotANumber = -1;

  struct Sampling {
    float temperature;
    std::int32_t top_k;
    float top_p;
    std::uint32_t seed;
  };

  // Each function throws std::runtime_error with one sentence.
  Engine(const std::string& file, std::int32_t gpu_layers);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void create_context(std::uint32_t cells, std::uint32_t sequences, std::uint32_t batch, std::int32_t threads);

  std::string description() const;
  std::int32_t vocabulary_size() const { return llama().vocab_n_tokens(vocab_); }
  std::int32_t training_context() const { return llama().model_n_ctx_train(model_.get()); }
  std::uint64_t model_bytes() const { return llama().model_size(model_.get()); }
  // The size of the key-value cache for one token.
  std::uint64_t bytes_per_cell() const;
  std::string piece(std::int32_t token) const;
  bool ends_generation(std::int32_t token) const { return llama().vocab_is_eog(vocab_, token); }
  std::vector<std::int32_t> tokenize(const std::string& text) const;
  // Returns false if the model has no template that llama.cpp knows.
  bool apply_template(const std::vector<std::pair<std::string, std::string>>& turns, std::string& text) const;

  // The rows of the next step, then the results of step.
  std::int32_t* table() { return table_.data(); }
  std::size_t table_size() const { return table_.size(); }

  void begin(std::int32_t sequence, const Sampling& sampling);
  void end(std::int32_t sequence);
  // Processes the first rows of the table, and writes the sampled tokens behind the rows, in the order of the rows with kSample.
  void step(std::int32_t rows);
  // Makes the running step and all later ones fail.
  void interrupt() { interrupted_.store(true); }

 private:
  std::int32_t sample(std::int32_t index, const Row& row);
  static bool is_interrupted(void* engine);

  std::unique_ptr<llama_model, ModelDeleter> model_;
  const llama_vocab* vocab_;
  std::unique_ptr<llama_context, ContextDeleter> context_;
  std::vector<std::unique_ptr<llama_sampler, SamplerDeleter>> samplers_;
  std::vector<std::int32_t> end_tokens_;
  std::vector<TokenData> candidates_;
  std::atomic<bool> interrupted_{false};

  std::size_t max_rows_ = 0;
  std::vector<std::int32_t> table_;
  std::vector<std::int32_t> tokens_;
  std::vector<std::int32_t> positions_;
  std::vector<std::int32_t> sequences_;
  std::vector<std::int32_t> sequence_counts_;
  std::vector<std::int32_t*> sequence_pointers_;
  std::vector<std::int8_t> outputs_;
};

}  // namespace loadharness
