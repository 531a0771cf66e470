// SPDX-License-Identifier: Apache-2.0
// The functions and structures of llama.cpp b4916 that the engine uses. Only these are declared, since llama.cpp's own headers are not
// part of the jar that contains the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace loadharness {

struct llama_model;
struct llama_context;
struct llama_vocab;
struct llama_sampler;

struct ModelParams {
  void* devices;
  std::int32_t n_gpu_layers;
  std::int32_t split_mode;
  std::int32_t main_gpu;
  const float* tensor_split;
  void* progress_callback;
  void* progress_callback_data;
  const void* kv_overrides;
  bool vocab_only;
  bool use_mmap;
  bool use_mlock;
  bool check_tensors;
};

struct ContextParams {
  std::uint32_t n_ctx;
  std::uint32_t n_batch;
  std::uint32_t n_ubatch;
  std::uint32_t n_seq_max;
  std::int32_t n_threads;
  std::int32_t n_threads_batch;
  std::int32_t rope_scaling_type;
  std::int32_t pooling_type;
  std::int32_t attention_type;
  float rope_freq_base;
  float rope_freq_scale;
  float yarn_ext_factor;
  float yarn_attn_factor;
  float yarn_beta_fast;
  float yarn_beta_slow;
  std::uint32_t yarn_orig_ctx;
  float defrag_thold;
  void* eval_callback;
  void* eval_callback_data;
  std::int32_t type_k;
  std::int32_t type_v;
  bool logits_all;
  bool embeddings;
  bool offload_kqv;
  bool flash_attn;
  bool no_perf;
  bool (*abort_callback)(void* data);
  void* abort_callback_data;
};

struct SamplerChainParams {
  bool no_perf;
};

struct Batch {
  std::int32_t n_tokens;
  std::int32_t* token;
  float* embd;
  std::int32_t* pos;
  std::int32_t* n_seq_id;
  std::int32_t** seq_id;
  std::int8_t* logits;
};

struct TokenData {
  std::int32_t id;
  float logit;
  float p;
};

struct TokenDataArray {
  TokenData* data;
  std::size_t size;
  std::int64_t selected;
  bool sorted;
};

struct ChatTurn {
  const char* role;
  const char* content;
};

// Functions of llama.cpp, by name.
struct LlamaApi {
  ModelParams (*model_default_params)();
  ContextParams (*context_default_params)();
  SamplerChainParams (*sampler_chain_default_params)();
  void (*log_set)(void (*callback)(std::int32_t level, const char* text, void* data), void* data);
  void (*backend_init)();
  bool (*supports_gpu_offload)();

  llama_model* (*model_load_from_file)(const char* path, ModelParams params);
  void (*model_free)(llama_model* model);
  const llama_vocab* (*model_get_vocab)(const llama_model* model);
  bool (*model_has_encoder)(const llama_model* model);
  std::uint64_t (*model_size)(const llama_model* model);
  std::int32_t (*model_desc)(const llama_model* model, char* buffer, std::size_t size);
  std::int32_t (*model_n_ctx_train)(const llama_model* model);
  std::int32_t (*model_n_embd)(const llama_model* model);
  std::int32_t (*model_n_layer)(const llama_model* model);
  std::int32_t (*model_n_head)(const llama_model* model);
  std::int32_t (*model_n_head_kv)(const llama_model* model);
  const char* (*model_chat_template)(const llama_model* model, const char* name);
  std::int32_t (*chat_apply_template)(
      const char* text, const ChatTurn* turns, std::size_t count, bool add_assistant, char* buffer, std::int32_t size);

  std::int32_t (*vocab_n_tokens)(const llama_vocab* vocab);
  bool (*vocab_is_eog)(const llama_vocab* vocab, std::int32_t token);
  std::int32_t (*tokenize)(const llama_vocab* vocab, const char* text, std::int32_t length, std::int32_t* tokens, std::int32_t size,
                           bool add_special, bool parse_special);
  std::int32_t (*token_to_piece)(
      const llama_vocab* vocab, std::int32_t token, char* buffer, std::int32_t size, std::int32_t lstrip, bool special);

  llama_context* (*init_from_model)(llama_model* model, ContextParams params);
  void (*free)(llama_context* context);
  std::int32_t (*decode)(llama_context* context, Batch batch);
  float* (*get_logits_ith)(llama_context* context, std::int32_t index);
  bool (*kv_self_seq_rm)(llama_context* context, std::int32_t sequence, std::int32_t from, std::int32_t to);

  llama_sampler* (*sampler_chain_init)(SamplerChainParams params);
  void (*sampler_chain_add)(llama_sampler* chain, llama_sampler* added);
  llama_sampler* (*sampler_init_top_k)(std::int32_t k);
  llama_sampler* (*sampler_init_top_p)(float p, std::size_t min_keep);
  llama_sampler* (*sampler_init_temp)(float temperature);
  llama_sampler* (*sampler_init_dist)(std::uint32_t seed);
  void (*sampler_apply)(llama_sampler* sampler, TokenDataArray* candidates);
  void (*sampler_free)(llama_sampler* sampler);
};

// Loads the library, once per process, and checks that it has the structures above.
// Throws std::runtime_error with one sentence.
void load_llama(const std::string& library);

// Requires load_llama.
const LlamaApi& llama();

// Returns the last errors and warnings that llama.cpp has logged since the last call, the newest last, or an empty text.
std::string take_log();

}  // namespace loadharness
