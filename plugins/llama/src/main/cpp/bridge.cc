// SPDX-License-Identifier: Apache-2.0
// The native methods of io.loadharness.llama.LlamaBridge.
#include <jni.h>

#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "engine.h"

namespace loadharness {
namespace {

Engine& engine(jlong handle) { return *reinterpret_cast<Engine*>(static_cast<std::uintptr_t>(handle)); }

void raise(JNIEnv* env, std::string message) {
  for (char& each : message) {
    if (each < ' ' || each > '~') {
      each = each == '\n' ? ' ' : '?';  // NewStringUTF does not accept all bytes
    }
  }
  if (!env->ExceptionCheck()) {
    env->ThrowNew(env->FindClass("java/lang/IllegalStateException"), message.c_str());
  }
}

// C++ exceptions must not reach the JVM.
template <typename Result, typename Call>
Result guarded(JNIEnv* env, Result otherwise, Call call) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    raise(env, "there is not enough memory");
  } catch (const std::exception& e) {
    raise(env, e.what());
  } catch (...) {
    raise(env, "llama.cpp failed without a message");
  }
  return otherwise;
}

template <typename Call>
void guarded(JNIEnv* env, Call call) {
  guarded(env, 0, [&] {
    call();
    return 0;
  });
}

std::string text(JNIEnv* env, jbyteArray bytes) {
  std::string copy(static_cast<std::size_t>(env->GetArrayLength(bytes)), '\0');
  env->GetByteArrayRegion(bytes, 0, static_cast<jsize>(copy.size()), reinterpret_cast<jbyte*>(copy.data()));
  return copy;
}

jbyteArray array(JNIEnv* env, const std::string& bytes) {
  jbyteArray result = env->NewByteArray(static_cast<jsize>(bytes.size()));
  if (result != nullptr) {
    env->SetByteArrayRegion(result, 0, static_cast<jsize>(bytes.size()), reinterpret_cast<const jbyte*>(bytes.data()));
  }
  return result;
}

jintArray array(JNIEnv* env, const std::vector<std::int32_t>& values) {
  jintArray result = env->NewIntArray(static_cast<jsize>(values.size()));
  if (result != nullptr) {
    env->SetIntArrayRegion(result, 0, static_cast<jsize>(values.size()), values.data());
  }
  return result;
}

}  // namespace
}  // namespace loadharness

using namespace loadharness;

extern "C" {

JNIEXPORT void JNICALL Java_io_loadharness_llama_LlamaBridge_load(JNIEnv* env, jclass, jbyteArray library) {
  guarded(env, [&] { load_llama(text(env, library)); });
}

JNIEXPORT jlong JNICALL Java_io_loadharness_llama_LlamaBridge_open(JNIEnv* env, jclass, jbyteArray file, jint gpu_layers) {
  return guarded<jlong>(env, 0, [&] {
    return static_cast<jlong>(reinterpret_cast<std::uintptr_t>(new Engine(text(env, file), gpu_layers)));
  });
}

JNIEXPORT void JNICALL Java_io_loadharness_llama_LlamaBridge_close(JNIEnv* env, jclass, jlong handle) {
  guarded(env, [&] { delete &engine(handle); });
}

JNIEXPORT void JNICALL Java_io_loadharness_llama_LlamaBridge_createContext(
    JNIEnv* env, jclass, jlong handle, jint cells, jint sequences, jint batch, jint threads) {
  guarded(env, [&] {
    engine(handle).create_context(static_cast<std::uint32_t>(cells), static_cast<std::uint32_t>(sequences),
                                  static_cast<std::uint32_t>(batch), threads);
  });
}

JNIEXPORT jbyteArray JNICALL Java_io_loadharness_llama_LlamaBridge_description(JNIEnv* env, jclass, jlong handle) {
  return guarded<jbyteArray>(env, nullptr, [&] { return array(env, engine(handle).description()); });
}

JNIEXPORT jint JNICALL Java_io_loadharness_llama_LlamaBridge_trainingContext(JNIEnv*, jclass, jlong handle) {
  return engine(handle).training_context();
}

JNIEXPORT jlong JNICALL Java_io_loadharness_llama_LlamaBridge_modelBytes(JNIEnv*, jclass, jlong handle) {
  return static_cast<jlong>(engine(handle).model_bytes());
}

JNIEXPORT jlong JNICALL Java_io_loadharness_llama_LlamaBridge_bytesPerCell(JNIEnv*, jclass, jlong handle) {
  return static_cast<jlong>(engine(handle).bytes_per_cell());
}

JNIEXPORT jobjectArray JNICALL Java_io_loadharness_llama_LlamaBridge_pieces(JNIEnv* env, jclass, jlong handle) {
  return guarded<jobjectArray>(env, nullptr, [&]() -> jobjectArray {
    const Engine& of = engine(handle);
    jobjectArray pieces = env->NewObjectArray(of.vocabulary_size(), env->FindClass("[B"), nullptr);
    for (jint token = 0; pieces != nullptr && token < of.vocabulary_size(); ++token) {
      jbyteArray piece = array(env, of.piece(token));
      if (piece == nullptr) {
        return nullptr;
      }
      env->SetObjectArrayElement(pieces, token, piece);
      env->DeleteLocalRef(piece);
    }
    return pieces;
  });
}

JNIEXPORT jboolean JNICALL Java_io_loadharness_llama_LlamaBridge_endsGeneration(JNIEnv*, jclass, jlong handle, jint token) {
  return engine(handle).ends_generation(token);
}

JNIEXPORT jintArray JNICALL Java_io_loadharness_llama_LlamaBridge_tokenize(JNIEnv* env, jclass, jlong handle, jbyteArray utf8) {
  return guarded<jintArray>(env, nullptr, [&] { return array(env, engine(handle).tokenize(text(env, utf8))); });
}

JNIEXPORT jbyteArray JNICALL Java_io_loadharness_llama_LlamaBridge_applyTemplate(JNIEnv* env, jclass, jlong handle, jobjectArray turns) {
  return guarded<jbyteArray>(env, nullptr, [&]() -> jbyteArray {
    std::vector<std::string> parts;
    for (jsize i = 0; i < env->GetArrayLength(turns); ++i) {
      jobject part = env->GetObjectArrayElement(turns, i);
      parts.push_back(text(env, static_cast<jbyteArray>(part)));
      env->DeleteLocalRef(part);
    }
    std::vector<std::pair<std::string, std::string>> pairs;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
      pairs.emplace_back(parts[i], parts[i + 1]);
    }
    std::string applied;
    return engine(handle).apply_template(pairs, applied) ? array(env, applied) : nullptr;
  });
}

JNIEXPORT jobject JNICALL Java_io_loadharness_llama_LlamaBridge_table(JNIEnv* env, jclass, jlong handle) {
  Engine& of = engine(handle);
  return env->NewDirectByteBuffer(of.table(), static_cast<jlong>(of.table_size() * sizeof(std::int32_t)));
}

JNIEXPORT void JNICALL Java_io_loadharness_llama_LlamaBridge_begin(
    JNIEnv* env, jclass, jlong handle, jint sequence, jfloat temperature, jint top_k, jfloat top_p, jint seed) {
  guarded(env, [&] { engine(handle).begin(sequence, {temperature, top_k, top_p, static_cast<std::uint32_t>(seed)}); });
}

JNIEXPORT void JNICALL Java_io_loadharness_llama_LlamaBridge_end(JNIEnv* env, jclass, jlong handle, jint sequence) {
  guarded(env, [&] { engine(handle).end(sequence); });
}

JNIEXPORT void JNICALL Java_io_loadharness_llama_LlamaBridge_step(JNIEnv* env, jclass, jlong handle, jint rows) {
  guarded(env, [&] { engine(handle).step(rows); });
}

JNIEXPORT void JNICALL Java_io_loadharness_llama_LlamaBridge_interrupt(JNIEnv*, jclass, jlong handle) { engine(handle).interrupt(); }

}  // extern "C"
