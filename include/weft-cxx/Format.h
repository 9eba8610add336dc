//===- Format.h - Storage formats -------------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats as lists of level types, by their names, or as the text that the
// driver's option -f takes (docs/formats.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_FORMAT_H
#define WEFT_CXX_FORMAT_H

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <vector>

namespace weft {
inline namespace cxx {

/// How one level of a tensor stores its mode: the level type.
class ModeFormat {
public:
  /// `letters` spell the level type, as "d" or "s~" (docs/formats.md).
  explicit ModeFormat(std::string letters) : letters(std::move(letters)) {}

  const std::string &getLetters() const { return letters; }

private:
  std::string letters;
};

/// All coordinates, none of which is stored.
inline const ModeFormat Dense("d");
/// For each parent a segment of the coordinates that have entries.
inline const ModeFormat Compressed("s");
inline const ModeFormat Sparse("s");
/// As `Compressed`, with a coordinate for each path of the levels below.
inline const ModeFormat CompressedNonUnique("u");
/// One coordinate for each parent.
inline const ModeFormat Singleton("q");
/// One coordinate for each parent, with a path for each of the levels below.
inline const ModeFormat SingletonNonUnique("c");
/// For each coordinate a byte that says whether it has entries.
inline const ModeFormat Bitmap("b");
/// For each parent a hash table of its coordinates.
inline const ModeFormat Hashed("h");
/// For each parent runs of coordinates with equal components.
inline const ModeFormat RunLength("e");
/// For each parent one interval of coordinates.
inline const ModeFormat Interval("i");
/// `Compressed`, with a begin and an end for each parent.
inline const ModeFormat LooseCompressed("g");
/// As `LooseCompressed`, with a coordinate for each path of the levels below.
inline const ModeFormat LooseCompressedNonUnique("v");
/// `Compressed`, with the number of coordinates of each parent.
inline const ModeFormat Listed("t");

/// The spellings of the thesis.
inline const ModeFormat dense = Dense;
inline const ModeFormat compressed = Compressed;
inline const ModeFormat sparse = Compressed;

/// How a tensor is stored. Wrong texts are found when a tensor with the format
/// is made.
class Format {
public:
  /// All modes are dense.
  Format() = default;
  /// One level type for each mode, from the outermost level to the innermost.
  Format(std::initializer_list<ModeFormat> levels);
  Format(const std::vector<ModeFormat> &levels);
  /// The same with the mode that each level stores, counting from zero:
  /// `Format({Dense, Compressed}, {1, 0})` stores a matrix by columns.
  Format(const std::vector<ModeFormat> &levels, const std::vector<int> &modes);
  /// A text as docs/formats.md describes it, as "CSR", "BCSR{block=2x3}",
  /// "ds:1,0" or "CSR{fill=inf}".
  Format(const char *text);
  Format(std::string text);

  /// This format with another order of the modes, outermost first.
  Format withModes(const std::vector<int> &modes) const;
  /// This format where components that are not stored are `fill`, a number as
  /// text: "1", "inf", "-inf", "nan".
  Format withFill(const std::string &fill) const;
  /// This format with positions and coordinates of 8, 16, 32 or 64 bits.
  Format withWidths(int positionBits, int coordinateBits) const;
  /// This format with coordinates and components of the last level side by
  /// side.
  Format packed() const;

  /// The text that the C interface takes; empty if all modes are dense.
  std::string getText() const;
  /// How many levels are listed; -1 for a name, which tensors of several orders
  /// have.
  int getNumLevels() const { return numLevels; }
  /// Whether all modes are dense, in their order, with a fill of zero.
  bool isDense() const;
  /// Whether all levels are dense, in any order of the modes.
  bool hasDenseLevels() const;

private:
  Format withProperty(const std::string &property) const;

  /// Letters or a name, the properties that follow it in braces, and the modes
  /// that follow a colon.
  std::string levels, properties, modes;
  int numLevels = -1;
};

bool operator==(const Format &first, const Format &second);
bool operator!=(const Format &first, const Format &second);
std::ostream &operator<<(std::ostream &out, const Format &format);

/// Compressed rows.
inline const Format CSR("CSR");
/// Compressed columns.
inline const Format CSC("CSC");
/// Compressed rows, of which those without entries are not stored.
inline const Format DCSR("DCSR");
inline const Format DCSC("DCSC");
/// A list of coordinates.
inline const Format COO("COO");
/// A tree of compressed levels.
inline const Format CSF("CSF");
/// Diagonals.
inline const Format DIA("DIA");
/// Rows with as many slots as the longest row has entries.
inline const Format ELL("ELL");
/// A hash table of coordinates.
inline const Format DOK("DOK");

/// Compressed rows of dense blocks. Both sizes are positive.
Format BCSR(int64_t rows, int64_t columns);
/// Compressed columns of dense blocks. Both sizes are positive.
Format BCSC(int64_t rows, int64_t columns);

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_FORMAT_H
