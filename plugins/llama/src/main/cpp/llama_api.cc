// SPDX-License-Identifier: Apache-2.0
#include "llama_api.h"

#include <dlfcn.h>

#include <cstring>
#include <deque>
#include <mutex>
#include <stdexcept>

namespace loadharness {
namespace {

constexpr std::size_t kMaxLines = 3;
constexpr std::int32_t kError = 4;
constexpr std::int32_t kContinued = 5;

LlamaApi api;
bool loaded = false;
std::mutex load_lock;

// The last lines of llama.cpp's log.
std::mutex log_lock;
std::deque<std::string> log_lines;
bool in_line = false;

void append_to_log(std::int32_t level, const char* text, void*) {
  std::lock_guard<std::mutex> guard(log_lock);
  if (level == kError) {
    log_lines.emplace_back(text);
    if (log_lines.size() > kMaxLines) {
      log_lines.pop_front();
    }
  } else if (level == kContinued && in_line && !log_lines.empty()) {
    log_lines.back() += text;
  }
  in_line = level == kError || (level == kContinued && in_line);
}

template <typename Function>
void find(void* library, const char* name, Function& function) {
  void* found = dlsym(library, name);
  if (found == nullptr) {
    throw std::runtime_error(std::string("the library of llama.cpp has no function ") + name +
                             ": use the version of de.kherud:llama that LoadHarness names");
  }
  std::memcpy(&function, &found, sizeof found);
}

void find_all(void* library, LlamaApi& to) {
  find(library, "llama_model_default_params", to.model_default_params);
  find(library, "llama_context_default_params", to.context_default_params);
  find(library, "llama_sampler_chain_default_params", to.sampler_chain_default_params);
  find(library, "llama_log_set", to.log_set);
  find(library, "llama_backend_init", to.backend_init);
  find(library, "llama_supports_gpu_offload", to.supports_gpu_offload);
  find(library, "llama_model_load_from_file", to.model_load_from_file);
  find(library, "llama_model_free", to.model_free);
  find(library, "llama_model_get_vocab", to.model_get_vocab);
  find(library, "llama_model_has_encoder", to.model_has_encoder);
  find(library, "llama_model_size", to.model_size);
  find(library, "llama_model_desc", to.model_desc);
  find(library, "llama_model_n_ctx_train", to.model_n_ctx_train);
  find(library, "llama_model_n_embd", to.model_n_embd);
  find(library, "llama_model_n_layer", to.model_n_layer);
  find(library, "llama_model_n_head", to.model_n_head);
  find(library, "llama_model_n_head_kv", to.model_n_head_kv);
  find(library, "llama_model_chat_template", to.model_chat_template);
  find(library, "llama_chat_apply_template", to.chat_apply_template);
  find(library, "llama_vocab_n_tokens", to.vocab_n_tokens);
  find(library, "llama_vocab_is_eog", to.vocab_is_eog);
  find(library, "llama_tokenize", to.tokenize);
  find(library, "llama_token_to_piece", to.token_to_piece);
  find(library, "llama_init_from_model", to.init_from_model);
  find(library, "llama_free", to.free);
  find(library, "llama_decode", to.decode);
  find(library, "llama_get_logits_ith", to.get_logits_ith);
  find(library, "llama_kv_self_seq_rm", to.kv_self_seq_rm);
  find(library, "llama_sampler_chain_init", to.sampler_chain_init);
  find(library, "llama_sampler_chain_add", to.sampler_chain_add);
  find(library, "llama_sampler_init_top_k", to.sampler_init_top_k);
  find(library, "llama_sampler_init_top_p", to.sampler_init_top_p);
  find(library, "llama_sampler_init_temp", to.sampler_init_temp);
  find(library, "llama_sampler_init_dist", to.sampler_init_dist);
  find(library, "llama_sampler_apply", to.sampler_apply);
  find(library, "llama_sampler_free", to.sampler_free);
}

// A value returned by a library with larger structures would overwrite the stack, therefore the default values are read into a larger one.
template <typename Params>
struct Padded {
  Params params;
  unsigned char rest[512];
};

template <typename Params>
Padded<Params> defaults(Params (*function)()) {
  static_assert(sizeof(Params) > 16, "a small structure is returned in registers");
  Padded<Params> (*padded)();
  std::memcpy(&padded, &function, sizeof padded);
  return padded();
}

bool has_known_defaults(const LlamaApi& of) {
  const ModelParams model = defaults(of.model_default_params).params;
  const ContextParams context = defaults(of.context_default_params).params;
  return sizeof(void*) == 8 && model.devices == nullptr && model.split_mode == 1 && model.main_gpu == 0 && model.tensor_split == nullptr &&
         model.progress_callback == nullptr && model.kv_overrides == nullptr && !model.vocab_only && model.use_mmap && !model.use_mlock &&
         !model.check_tensors && context.n_ctx == 512 && context.n_batch == 2048 && context.n_ubatch == 512 && context.n_seq_max == 1 &&
         context.n_threads == 4 && context.n_threads_batch == 4 && context.rope_scaling_type == -1 && context.pooling_type == -1 &&
         context.attention_type == -1 && context.yarn_ext_factor == -1 && context.yarn_attn_factor == 1 && context.yarn_beta_fast == 32 &&
         context.yarn_beta_slow == 1 && context.yarn_orig_ctx == 0 && context.defrag_thold == -1 && context.eval_callback == nullptr &&
         context.type_k == 1 && context.type_v == 1 && !context.logits_all && !context.embeddings && context.offload_kqv &&
         !context.flash_attn && context.no_perf && context.abort_callback == nullptr && context.abort_callback_data == nullptr;
}

// The structures are those of one version of llama.cpp.
void require_version(void* library) {
  const void* number = dlsym(library, "LLAMA_BUILD_NUMBER");
  int build = 0;
  if (number != nullptr) {
    std::memcpy(&build, number, sizeof build);
  }
  if (build != 4916 || !has_known_defaults(api)) {
    throw std::runtime_error("the library contains llama.cpp b" + std::to_string(build) +
                             ", but the llama engine needs b4916: use the version of de.kherud:llama that LoadHarness names");
  }
}

}  // namespace

void load_llama(const std::string& path) {
  std::lock_guard<std::mutex> guard(load_lock);
  if (loaded) {
    return;
  }
  // never closed: its threads and static objects live as long as the process
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw std::runtime_error(std::string("cannot load llama.cpp: ") + dlerror());
  }
  find_all(library, api);
  require_version(library);
  api.log_set(append_to_log, nullptr);
  api.backend_init();
  loaded = true;
}

const LlamaApi& llama() { return api; }

std::string take_log() {
  std::lock_guard<std::mutex> guard(log_lock);
  std::string text;
  for (std::string line : log_lines) {
    while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) {
      line.pop_back();
    }
    text += (text.empty() ? "" : "; ") + line;
  }
  log_lines.clear();
  return text;
}

}  // namespace loadharness
