//===- AppendedArrays.h - Arrays that loops append to ---------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop carries that appends to arrays, by the description of
// weft_rt_share_appends (TensorABI.h), and what is done to it so that threads
// can append to arrays of their own.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_APPENDEDARRAYS_H
#define WEFT_LIB_RUNTIME_APPENDEDARRAYS_H

#include "weft/Runtime/TensorABI.h"

namespace weft {
namespace runtime {

static_assert(sizeof(weft_rt_appended) == 7 * sizeof(int64_t),
              "a description is read as words");

/// Entries that were appended to an array at a time: the number of the first
/// one where they are, how many there are, and which number the first one has
/// in the result.
struct AppendedEntries {
  int64_t begin, count, place;
};

class AppendedArrays {
public:
  explicit AppendedArrays(int64_t *carried)
      : numWords(carried[0]), numArrays(carried[1]),
        arrays(reinterpret_cast<const weft_rt_appended *>(carried + 2)),
        result(carried + 2 +
               numArrays * (sizeof(weft_rt_appended) / sizeof(int64_t))) {}

  int64_t size() const { return numArrays; }
  /// The words of the result.
  int64_t *getResult() const { return result; }
  /// How many entries the array of a number has.
  int64_t getLength(const int64_t *words, int64_t number) const {
    return words[arrays[number].length];
  }

  /// Says that the result has so many entries, for arrays that are not cleared.
  void setLength(int64_t number, int64_t length) const {
    result[arrays[number].length] = length;
  }
  /// Whether anything is zero where nothing was stored.
  bool isAnyCleared() const;

  /// How many bytes entries of each array have, or those of the result.
  double getBytes(const AppendedEntries *entries) const;
  double getBytes() const;

  /// Words for a thread, with arrays that have no entries and room for so many.
  int64_t *make(const int64_t *lengths) const;
  /// Forgets the entries of a thread.
  void clear(int64_t *words) const;
  /// Frees the words of a thread.
  void free(int64_t *words) const;

  /// Whether the result has room for entries of each array.
  bool fits(const AppendedEntries *entries) const;
  /// Copies entries of each array to the result, which has room.
  void copy(const int64_t *words, const AppendedEntries *entries) const;

  /// Makes room in the result of the kernel of a team for what is expected, if
  /// its arrays have so many entries when so large a share of the loop is done.
  /// Nothing changes if there is no memory for that.
  void reserve(void *team, const int64_t *lengths, double share) const;
  /// Lets this thread change the arrays of the result, which are the kernel's
  /// of a team, and gives them back.
  void take(void *team) const;
  void giveBack(void *team) const;
  /// Makes room for exactly so many entries, or fails.
  void require(const int64_t *lengths) const;
  /// Says that the result has so many entries.
  void setLengths(const int64_t *lengths) const;

private:
  /// The element that belongs to the entry of a number first, of the array of
  /// another.
  int64_t getElement(int64_t length, int64_t number) const {
    return arrays[number].first + length * arrays[number].factor;
  }
  char *getData(const int64_t *words, int64_t number, int64_t element) const {
    return reinterpret_cast<char *>(words[arrays[number].array]) +
           element * arrays[number].element_bytes;
  }
  void setData(int64_t *words, int64_t number, void *data) const {
    words[arrays[number].array] = reinterpret_cast<int64_t>(data);
  }
  /// Makes elements of an array zero.
  void fill(const int64_t *words, int64_t number, int64_t begin,
            int64_t end) const;
  /// Notes that there is room for elements of each array, those that are given
  /// for lengths.
  template <typename GetRoom> void setRooms(GetRoom getRoom) const;

  int64_t numWords, numArrays;
  const weft_rt_appended *arrays;
  int64_t *result;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_APPENDEDARRAYS_H
