# SPDX-License-Identifier: Apache-2.0
# CMake refuses the cache of a build whose folder or sources were moved or renamed. Such a build is deleted and started again.
cmake_minimum_required(VERSION 3.19)
if(EXISTS "${build}/CMakeCache.txt")
  file(REAL_PATH "${build}" build_now)
  file(REAL_PATH "${source}" source_now)
  file(STRINGS "${build}/CMakeCache.txt" build_then REGEX "^CMAKE_CACHEFILE_DIR:INTERNAL=")
  file(STRINGS "${build}/CMakeCache.txt" source_then REGEX "^CMAKE_HOME_DIRECTORY:INTERNAL=")
  if(NOT build_then STREQUAL "CMAKE_CACHEFILE_DIR:INTERNAL=${build_now}"
     OR NOT source_then STREQUAL "CMAKE_HOME_DIRECTORY:INTERNAL=${source_now}")
    message(STATUS "The checkout was moved; building LoadGen again")
    file(REMOVE_RECURSE "${build}")
  endif()
endif()
