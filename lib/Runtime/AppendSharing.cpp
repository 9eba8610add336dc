//===- AppendSharing.cpp - Parallel appending to the arrays of results ----===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parallel append: threads run chunks of consecutive iterations of a loop that
// appends to arrays. Each thread takes chunks in order and appends to arrays of
// its own. The offset of a chunk in the result is known when all chunks before
// it are done. The thread then copies the chunk to the result while it is in
// cache, so that each element is written to memory once. A chunk that is done
// earlier stays in the arrays of its thread, which continues with its next
// chunk. While all chunks before are in the result and no other thread has
// started, the thread appends to the result directly.
//
// The initial capacity of the arrays of the result is that of the expected
// number of elements. If it is too small, they grow while no thread copies.
//
//===----------------------------------------------------------------------===//

#include "AppendedArrays.h"
#include "KernelPartitions.h"
#include "LoopSharing.h"
#include "ThreadLibrary.h"

#include "weft/Runtime/Progress.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <type_traits>

using namespace weft::runtime;

/// A piece takes so many nanoseconds, and appends about so many bytes, which
/// are still in a near cache when they are copied.
static constexpr double kPiece = 200e3;
static constexpr double kPieceBytes = 1 << 19;
/// The initial capacity of a thread's arrays, as a multiple of the number of
/// entries that a piece is expected to append, and its minimum in entries.
static constexpr double kPieceCapacity = 1.25;
static constexpr int64_t kMinCapacity = 64;
/// The maximum number of pieces of a loop.
static constexpr int64_t kMaxPieces = 2048;

namespace {
using Partition = void (*)(void *arguments, int64_t begin, int64_t end,
                           int64_t *words);

struct Piece {
  int64_t begin, end;
  /// What it is appended to: the words of the thread that runs it, or those of
  /// the result.
  int64_t *words;
  /// The next piece of that thread that waits for its place; negative if there
  /// is none.
  int64_t next = -1;
  bool isDone = false, isCopied = false;
};

/// A loop whose partitions append to arrays.
class AppendingLoop final : public SharableLoop {
public:
  AppendingLoop(int64_t begin, int64_t end, Partition partition,
                void *arguments, int64_t *carried)
      : partition(partition), arguments(arguments), arrays(carried),
        begin(begin), end(end), next(begin) {}

  void run(int64_t begin, int64_t end) override {
    partition(arguments, begin, end, arrays.getResult());
    next = end;
  }
  void share(int64_t begin, int64_t end, double each, int numThreads) override;

private:
  /// How many iterations a piece has that takes as long as it should, and
  /// appends no more than it should.
  double getPieceSize() const {
    return std::min(kPiece / std::max(each, 1e-3),
                    kPieceBytes / std::max(bytes, 1e-3));
  }
  /// Runs pieces until none is left, on a thread.
  void runPieces();
  /// Takes a piece for the thread that has these words; false if none is left.
  bool take(int64_t *words, int64_t &number);
  /// The fraction of the iterations that threads have taken.
  double getFraction();
  /// Whether a piece is appended to the result itself.
  bool isDirect(int64_t number) const {
    return pieces[number].words == arrays.getResult();
  }
  void runPiece(int64_t number);
  /// Finds places for the pieces that have none yet, since one more is done,
  /// which took so many nanoseconds.
  void place(int64_t number, double took);
  /// Copies a piece to its place; false if there is no memory for it.
  bool copy(int64_t number);
  /// Makes room for a piece and what is expected behind it.
  void makeRoom(int64_t number);
  /// Puts what is not yet there into the result, when no thread runs any more.
  void finish();

  AppendedEntries *getEntries(int64_t number) {
    return entries + number * arrays.size();
  }
  /// The share of all iterations that come before one.
  double getShare(int64_t iteration) const {
    return static_cast<double>(iteration - begin) /
           static_cast<double>(end - begin);
  }

  Partition partition;
  void *arguments;
  AppendedArrays arrays;
  int64_t begin, end;

  /// Guards what is below.
  std::mutex mutex;
  /// The first iteration that no thread has taken, the nanoseconds that an
  /// iteration takes, and the bytes that it appends.
  int64_t next;
  double each = 0, bytes = 0;
  int64_t numThreads = 0;
  void *team = nullptr;
  Piece *pieces = nullptr;
  int64_t numPieces = 0;
  /// How many of the pieces have places, and how many are in the result.
  std::atomic<int64_t> numPlaced{0}, numCopied{0};
  /// What the pieces have appended to each array.
  AppendedEntries *entries = nullptr;
  /// The words of each thread.
  int64_t **allWords = nullptr;
  int64_t numWords = 0;
  /// The lengths of arrays, for the thread that moves them, and the initial
  /// capacities of the threads' arrays.
  int64_t *lengths = nullptr, *rooms = nullptr;
  /// Held by who copies to the result, or moves its arrays alone.
  std::shared_mutex moving;
};
} // namespace

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

double AppendingLoop::getFraction() {
  std::lock_guard<std::mutex> lock(mutex);
  return static_cast<double>(next - begin) / static_cast<double>(end - begin);
}

bool AppendingLoop::take(int64_t *words, int64_t &number) {
  if (hasProgressCallback())
    reportLoop(getFraction());
  if (hasPartitionFailed(team))
    return false;
  std::lock_guard<std::mutex> lock(mutex);
  int64_t left = end - next;
  if (left == 0)
    return false;
  auto limit = [&](double size) {
    return static_cast<int64_t>(std::min(size, static_cast<double>(left)));
  };
  int64_t shortest = limit(shortestPartition / std::max(each, 1e-3));
  int64_t size = limit(getPieceSize());
  // All threads end at about the same time.
  size = std::min(size, left / (4 * numThreads));
  size = std::max({size, shortest, (end - begin) / (kMaxPieces / 2)});
  size = std::min(std::max<int64_t>(size, 1), left);
  if (numPieces == kMaxPieces - 1)
    size = left;
  // Until this piece is done, no other thread changes the result or has a
  // position in it.
  bool isNext = numCopied == numPieces && !arrays.isAnyCleared();
  number = numPieces++;
  pieces[number] =
      Piece{next, next + size, isNext ? arrays.getResult() : words};
  next += size;
  return true;
}

void AppendingLoop::runPiece(int64_t number) {
  const Piece &piece = pieces[number];
  AppendedEntries *appended = getEntries(number);
  if (isDirect(number) && number != 0) {
    const AppendedEntries *before = getEntries(number - 1);
    for (int64_t i = 0; i < arrays.size(); ++i)
      arrays.setLength(i, before[i].place + before[i].count);
  }
  for (int64_t i = 0; i < arrays.size(); ++i)
    appended[i].begin = appended[i].place = arrays.getLength(piece.words, i);
  if (isDirect(number))
    arrays.take(team);
  double start = getNanoseconds();
  partition(arguments, piece.begin, piece.end, piece.words);
  double took = getNanoseconds() - start;
  for (int64_t i = 0; i < arrays.size(); ++i)
    appended[i].count = arrays.getLength(piece.words, i) - appended[i].begin;
  if (isDirect(number)) {
    arrays.giveBack(team);
    pieces[number].isCopied = true;
    ++numCopied;
  }
  place(number, took);
}

void AppendingLoop::place(int64_t number, double took) {
  std::lock_guard<std::mutex> lock(mutex);
  Piece &piece = pieces[number];
  auto length = static_cast<double>(piece.end - piece.begin);
  each = (each + took / length) / 2;
  bytes = (bytes + arrays.getBytes(getEntries(number)) / length) / 2;
  piece.isDone = true;
  int64_t placed = numPlaced;
  for (; placed < numPieces && pieces[placed].isDone; ++placed)
    for (int64_t i = 0; i < arrays.size() && !isDirect(placed); ++i) {
      const AppendedEntries *before =
          placed == 0 ? nullptr : &getEntries(placed - 1)[i];
      getEntries(placed)[i].place =
          before ? before->place + before->count
                 : arrays.getLength(arrays.getResult(), i);
    }
  numPlaced = placed;
}

void AppendingLoop::makeRoom(int64_t number) {
  std::unique_lock<std::shared_mutex> lock(moving);
  const AppendedEntries *appended = getEntries(number);
  if (arrays.fits(appended))
    return;
  for (int64_t i = 0; i < arrays.size(); ++i)
    lengths[i] = appended[i].place + appended[i].count;
  arrays.reserve(team, lengths, getShare(pieces[number].end));
}

bool AppendingLoop::copy(int64_t number) {
  const AppendedEntries *appended = getEntries(number);
  for (bool isFirst : {true, false}) {
    {
      std::shared_lock<std::shared_mutex> lock(moving);
      if (arrays.fits(appended)) {
        arrays.copy(pieces[number].words, appended);
        ++numCopied;
        return pieces[number].isCopied = true;
      }
    }
    if (isFirst)
      makeRoom(number);
  }
  return false;
}

void AppendingLoop::runPieces() {
  int64_t *words = arrays.make(rooms);
  {
    std::lock_guard<std::mutex> lock(mutex);
    allWords[numWords++] = words;
  }
  // The first and the last piece that waits for its place.
  int64_t first = -1, last = -1, number;
  while (take(words, number)) {
    if (first < 0)
      arrays.clear(words);
    runPiece(number);
    if (isDirect(number))
      continue;
    (first < 0 ? first : pieces[last].next) = number;
    last = number;
    while (first >= 0 && first < numPlaced && copy(first))
      first = pieces[first].next;
  }
}

void AppendingLoop::finish() {
  const AppendedEntries *last = getEntries(numPieces - 1);
  for (int64_t i = 0; i < arrays.size(); ++i)
    lengths[i] = last[i].place + last[i].count;
  arrays.require(lengths);
  for (int64_t number = 0; number < numPieces; ++number)
    if (!pieces[number].isCopied)
      arrays.copy(pieces[number].words, getEntries(number));
  arrays.setLengths(lengths);
  for (int64_t thread = 0; thread < numWords; ++thread)
    arrays.free(allWords[thread]);
  weft_rt_free(allWords);
  weft_rt_free(rooms);
  weft_rt_free(lengths);
  weft_rt_free(entries);
  weft_rt_free(pieces);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

template <typename Ty> static Ty *allocate(int64_t count) {
  return static_cast<Ty *>(
      weft_rt_alloc(count * static_cast<int64_t>(sizeof(Ty))));
}

// A partition that fails unwinds past these functions.
static_assert(std::is_trivially_destructible_v<AppendingLoop>,
              "nothing has a destructor that would have to run");

void AppendingLoop::share(int64_t first, int64_t, double took, int threads) {
  each = took;
  bytes = arrays.getBytes() / static_cast<double>(first - begin);
  numThreads = threads;
  team = weft_rt_fork();
  pieces = allocate<Piece>(kMaxPieces);
  entries = allocate<AppendedEntries>(kMaxPieces * arrays.size());
  allWords = allocate<int64_t *>(numThreads);
  lengths = allocate<int64_t>(arrays.size());
  rooms = allocate<int64_t>(arrays.size());
  double size = std::min(getPieceSize(), static_cast<double>(end - first)) /
                static_cast<double>(first - begin);
  for (int64_t i = 0; i < arrays.size(); ++i) {
    lengths[i] = arrays.getLength(arrays.getResult(), i);
    double expected = kPieceCapacity * size * static_cast<double>(lengths[i]);
    rooms[i] = std::max(kMinCapacity, static_cast<int64_t>(expected));
  }
  arrays.reserve(team, lengths, getShare(first));
  getThreadLibrary().parallel(
      [](void *data) {
        auto *loop = static_cast<AppendingLoop *>(data);
        weft_rt_run_partition(
            loop->team,
            [](void *data) { static_cast<AppendingLoop *>(data)->runPieces(); },
            loop);
      },
      this, static_cast<unsigned>(numThreads), 0);
  weft_rt_join(team);
  finish();
}

void weft_rt_share_appends(int64_t begin, int64_t end, Partition partition,
                           void *arguments, int64_t *carried) {
  AppendingLoop loop(begin, end, partition, arguments, carried);
  runSharable(loop, begin, end);
}
